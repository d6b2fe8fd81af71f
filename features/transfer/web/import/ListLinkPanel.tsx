import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { m } from '#messages';
import { listLinkIn } from '#features/transfer/list-links.rules.ts';
import { linkToRead } from '#features/transfer/page-links.rules.ts';
import { paths } from '#web/paths.ts';
import { messageOf } from '#web/error-messages.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { pageInsteadOfList, type useImportListLink } from './list-link.queries.ts';

/**
 * Asks for the link of a list that a map app shares, and imports it.
 * @param placeholder the beginning of a link of the app that the member chose
 */
export function ListLinkPanel({
  listLink,
  placeholder,
}: {
  listLink: ReturnType<typeof useImportListLink>;
  placeholder?: string;
}) {
  const [link, setLink] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { mutate, isPending, error, reset } = listLink;
  // The link of a post, a video or one place is read by the screen for pasted texts.
  const readAsPage = (pasted: string) => void navigate({ to: paths.addRestaurant, state: { pasted } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(link.trim() === '');
    if (link.trim() === '') field.current?.focus();
    else if (linkToRead(link) !== null) readAsPage(link.trim());
    else
      mutate(listLinkIn(link), {
        onSuccess: () => setLink(''),
        onError: (failure) => {
          const page = pageInsteadOfList(failure);
          if (page !== null) readAsPage(page);
        },
      });
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card bg-surface p-4 shadow-1"
    >
      <Field
        label={m.transfer_list_link()}
        hint={placeholder ? m.transfer_list_link_tag() : m.transfer_list_link_hint()}
      >
        <TextInput
          ref={field}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder={placeholder ?? m.transfer_list_link_placeholder()}
          value={link}
          onChange={(event) => {
            setLink(event.currentTarget.value);
            setMissing(false);
            reset();
          }}
        />
      </Field>
      <Alert>{isMissing ? m.transfer_list_link_missing() : error && messageOf(error)}</Alert>
      <Button
        type="submit"
        look={placeholder ? 'primary' : 'secondary'}
        isBusy={isPending}
        className="justify-self-start"
      >
        {m.transfer_list_link_import()}
      </Button>
    </form>
  );
}

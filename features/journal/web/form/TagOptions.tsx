import { Check, PencilLine, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { m } from '#messages';
import { tagName } from '#features/journal/tag-names.ts';
import { JOURNAL_TAG_MAXIMUM, JOURNAL_TAGS_MAXIMUM } from '#features/journal/journal.contract.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

/** The options of a tag. 직접 입력 adds an option with a text that the member types. */
export function TagOptions({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly string[];
  value: readonly string[];
  onChange: (tags: string[]) => void;
}) {
  const [isTyping, setTyping] = useState(false);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const own = value.filter((tag) => !options.includes(tag));
  const isFull = value.length >= JOURNAL_TAGS_MAXIMUM;

  const toggle = (tag: string) => {
    if (value.includes(tag)) onChange(value.filter((each) => each !== tag));
    else if (!isFull) onChange([...value, tag]);
  };
  const add = () => {
    const tag = typed.normalize().trim();
    setTyped('');
    if (tag !== '' && !value.includes(tag) && !isFull) onChange([...value, tag]);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <>
      <div role="group" aria-label={label} className="flex flex-wrap gap-2">
        {options.map((tag) => (
          <Chip key={tag} isSelected={value.includes(tag)} onClick={() => toggle(tag)}>
            {value.includes(tag) && <Check aria-hidden="true" />}
            {tagName(tag)}
          </Chip>
        ))}
        {own.map((tag) => (
          <Chip key={tag} isSelected onClick={() => toggle(tag)} aria-label={m.kit_tag_remove({ tag })}>
            {tag}
            <X aria-hidden="true" />
          </Chip>
        ))}
        <Chip
          isSelected={isTyping}
          aria-expanded={isTyping}
          onClick={() => {
            // The field is rendered during the tap, because iOS opens the keyboard only if the focus is set during a
            // tap.
            flushSync(() => setTyping(!isTyping));
            field.current?.focus();
          }}
        >
          <PencilLine aria-hidden="true" />
          {m.journal_tag_own()}
        </Chip>
      </div>
      {isTyping && (
        <div className="flex gap-2">
          <TextInput
            ref={field}
            aria-label={m.journal_tag_own_label({ label })}
            placeholder={m.journal_tag_own_placeholder()}
            maxLength={JOURNAL_TAG_MAXIMUM}
            autoComplete="off"
            enterKeyHint="done"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <Button look="secondary" className="flex-none" onClick={add}>
            {m.journal_tag_add()}
          </Button>
        </div>
      )}
      <p role="status" className="type-caption text-ink-3 empty:hidden">
        {isFull && m.journal_tags_full({ maximum: JOURNAL_TAGS_MAXIMUM })}
      </p>
    </>
  );
}

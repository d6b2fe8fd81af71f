import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import { localZone } from '#common/dates.ts';
import {
  type Collection,
  type CollectionPlace,
  COMMENT_MAXIMUM,
} from '#features/collections/collections.contract.ts';
import { ownerLabel } from '#features/sharing/web/sharing.public.tsx';
import { recentTime } from '#web/format/relative-time.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useMinute } from '#web/browser/use-minute.ts';
import { useAddComment, useDeleteComment } from './collection-places.queries.ts';

export function CommentsDialog({
  isOpen,
  onClose,
  collection: { id: collectionId, me, role, people, isReadOnly },
  place: { id: restaurantId, name, comments },
}: {
  isOpen: boolean;
  onClose: () => void;
  collection: Collection;
  place: CollectionPlace;
}) {
  const [text, setText] = useState('');
  const add = useAddComment({ collectionId, restaurantId });
  const remove = useDeleteComment();
  const [asked, setAsked] = useState<CollectionPlace['comments'][number] | null>(null);
  const now = useMinute();
  const nameOf = (key: string) => ownerLabel(people.find((person) => person.key === key)?.name ?? null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    add.mutate({ text: text.trim() }, { onSuccess: () => setText('') });
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={name}>
      {comments.length === 0 ? (
        <p className="type-sub mt-3 text-ink-2">{m.collections_comments_none()}</p>
      ) : (
        <ul
          role="list"
          aria-label={m.collections_comments()}
          className="mt-3 grid max-h-[50dvh] gap-3 overflow-y-auto"
        >
          {comments.map((comment) => (
            <li key={comment.id} className="flex items-start gap-2">
              <span className="min-w-0 flex-1">
                <span className="type-caption text-ink-2">
                  <b className="text-ink">{nameOf(comment.by)}</b> ·{' '}
                  {recentTime({ at: comment.createdAt, now, zone: localZone() })}
                </span>
                <span className="block whitespace-pre-line">{comment.text}</span>
              </span>
              {!isReadOnly && (comment.by === me || role === 'owner') && (
                <IconButton
                  label={m.collections_comment_delete({ name: nameOf(comment.by) })}
                  className="-my-1"
                  onClick={() => setAsked(comment)}
                >
                  <Trash2 aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <form className="mt-4 flex gap-2" onSubmit={send}>
          <TextInput
            aria-label={m.collections_comment()}
            placeholder={m.collections_comment()}
            maxLength={COMMENT_MAXIMUM}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="min-w-0 flex-1"
          />
          <Button type="submit" look="secondary" isBusy={add.isPending}>
            {m.collections_comment_send()}
          </Button>
        </form>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={m.collections_comment_delete_title()}
        text={asked?.text}
        confirmLabel={m.restaurants_delete_confirm()}
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() =>
          asked &&
          remove.mutate(
            { collectionId, restaurantId, commentId: asked.id },
            { onSettled: () => setAsked(null) },
          )
        }
      />
    </Dialog>
  );
}

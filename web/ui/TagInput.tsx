import { X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { m } from '#messages';
import { classes } from './classes.ts';
import { useFieldParts } from './Field.tsx';
import { hasComma, withTags } from './tag-input.rules.ts';

/**
 * The input of tags. Enter, a comma or leaving the field completes a tag. Backspace in an empty field removes the last
 * tag.
 * While 한글 is being composed, these keys belong to the input method: Enter then completes a syllable.
 */
export function TagInput({
  value,
  onChange,
  maximum,
  maximumLength,
}: {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  maximum: number;
  maximumLength: number;
}) {
  const [draft, setDraft] = useState('');
  const parts = useFieldParts();
  const input = useRef<HTMLInputElement>(null);

  const add = (text: string) => {
    setDraft('');
    const tags = withTags({ value, text, maximum, maximumLength });
    if (tags.length > value.length) onChange(tags);
  };
  const remove = (tag: string) => {
    onChange(value.filter((one) => one !== tag));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      // Enter never submits the form: the member may press it once more than needed.
      event.preventDefault();
      add(draft);
    } else if (event.key === 'Backspace' && draft === '' && value.length > 0) {
      event.preventDefault();
      onChange(value.slice(0, -1));
    }
  };

  return (
    <>
      <div
        className={classes(
          'input-within flex min-h-12 flex-wrap items-center gap-1.5 rounded-field bg-surface p-1.5',
          parts['aria-invalid'] ? 'border-2 border-danger' : 'border-[1.5px] border-line-strong',
        )}
        onPointerDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          input.current?.focus();
        }}
      >
        {value.map((tag) => (
          <span
            key={tag}
            className="type-sub inline-flex h-9 max-w-full items-center rounded-inner bg-sunken pl-3 font-medium text-ink-2"
          >
            <span className="truncate">#{tag}</span>
            <button
              type="button"
              aria-label={m.kit_tag_remove({ tag })}
              className="chip grid h-9 w-8 place-items-center rounded-inner hover:text-ink"
              onClick={() => remove(tag)}
            >
              <X className="size-4" aria-hidden="true" />
            </button>
          </span>
        ))}
        <input
          {...parts}
          ref={input}
          value={draft}
          placeholder={value.length < maximum ? m.kit_tags_placeholder() : ''}
          enterKeyHint="done"
          autoComplete="off"
          className="h-9 min-w-20 flex-1 bg-transparent px-1.5 outline-none placeholder:text-ink-3"
          onKeyDown={onKeyDown}
          onChange={(event) => {
            const text = event.currentTarget.value;
            const isComposing = (event.nativeEvent as InputEvent).isComposing;
            if (!isComposing && hasComma(text)) add(text);
            else setDraft(text);
          }}
          onCompositionEnd={(event) => {
            if (hasComma(event.currentTarget.value)) add(event.currentTarget.value);
          }}
          onBlur={() => draft.trim() !== '' && add(draft)}
        />
      </div>
      <p role="status" className="type-caption text-ink-3 empty:hidden">
        {value.length >= maximum && m.kit_tags_full({ maximum })}
      </p>
    </>
  );
}

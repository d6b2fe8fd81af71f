import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { paths } from '#web/paths.ts';
import { TextInput } from '#web/ui/TextInput.tsx';

/** A search field whose text is stored in the URL. */
export function SearchField({ label }: { label: string }) {
  const { q = '' } = useSearch({ from: '/admins/app/admin/{-$section}' });
  const navigate = useNavigate({ from: paths.admin });
  // Local state, so that composing 한글 never waits for the URL.
  const [typed, setTyped] = useState(q);
  return (
    <div className="relative">
      <Search
        className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-3"
        aria-hidden="true"
      />
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        className="pl-11"
        value={typed}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          void navigate({
            search: ({ q: _before, ...others }) => ({ ...others, ...(text.trim() && { q: text.trim() }) }),
            replace: true,
            resetScroll: false,
          });
        }}
      />
    </div>
  );
}

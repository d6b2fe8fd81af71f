import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '#web/paths.ts';
import { SearchField } from '#web/ui/SearchField.tsx';

/** The search field of a section. Its text is stored in the URL. */
export function AdminSearch({ label }: { label: string }) {
  const { q = '' } = useSearch({ from: '/admins/app/admin/{-$section}' });
  const navigate = useNavigate({ from: paths.admin });
  // The text is also in local state, so that composing 한글 never waits for the URL.
  const [typed, setTyped] = useState(q);
  return (
    <SearchField
      label={label}
      value={typed}
      onType={(text) => {
        setTyped(text);
        void navigate({
          search: ({ q: _before, ...others }) => ({ ...others, ...(text.trim() && { q: text.trim() }) }),
          replace: true,
          resetScroll: false,
        });
      }}
    />
  );
}

import { Search } from 'lucide-react';
import { SearchInput, type SearchInputProps } from './SearchInput.tsx';

export function SearchField(props: SearchInputProps) {
  return (
    <search className="input-within flex min-h-12 items-center rounded-field border-[1.5px] border-line-strong bg-surface pl-3.5">
      <Search className="size-5 flex-none text-ink-2" aria-hidden="true" />
      <SearchInput {...props} className="px-2.5" />
    </search>
  );
}

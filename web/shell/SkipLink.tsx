import { m } from '#messages';
import { focusOn } from './focus.ts';

export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-field bg-brand font-bold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-4 focus:py-3"
      onClick={(event) => {
        event.preventDefault();
        focusOn(document.getElementById('content'));
      }}
    >
      {m.shell_skip_to_content()}
    </a>
  );
}

import { NotebookPen } from 'lucide-react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { AnchorButton } from '#web/ui/Button.tsx';
import { Picture } from './Picture.tsx';

export function JournalPromotion() {
  return (
    <section className="journal-field field-of-colour">
      <div className="landing-section grid items-center gap-7 py-10 lg:grid-cols-[1fr_460px] lg:py-14">
        <div>
          <h2 className="landing-title mb-3.5">
            <span className="block">{m.site_journal_title()}</span>
            {m.site_journal_title_end()}
          </h2>
          <p className="mb-[22px] text-[1.0625rem] leading-[1.6]">
            {m.site_journal_text()} <br />
            {m.site_journal_text_end()}
          </p>
          <AnchorButton href={paths.journal} look="ink" size="large">
            <NotebookPen aria-hidden="true" />
            {m.site_journal_open()}
          </AnchorButton>
        </div>
        <div className="phone phone-tilted">
          <Picture name="journal" alt={m.site_journal_alt()} />
        </div>
      </div>
    </section>
  );
}

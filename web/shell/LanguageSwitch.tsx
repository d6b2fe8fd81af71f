import { m } from '#messages';
import { chooseLanguage, currentLanguage, type Language } from '#web/browser/appearance.ts';
import { classes } from '#web/ui/classes.ts';

const LANGUAGES: readonly { language: Language; name: string }[] = [
  { language: 'ko', name: '한국어' },
  { language: 'en', name: 'English' },
];

/** The switch of the language. It shows each language by its own name: 한국어 · English. */
export function LanguageSwitch() {
  return (
    <div role="group" aria-label={m.shell_language()} className="type-sub -mx-2 flex gap-1 font-semibold">
      {LANGUAGES.map(({ language, name }) => {
        const isCurrent = language === currentLanguage();
        return (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={isCurrent}
            className={classes(
              'min-h-11 px-2 underline-offset-4 hover:underline',
              isCurrent ? 'text-ink underline' : 'text-ink-2',
            )}
            onClick={() => !isCurrent && chooseLanguage(language)}
          >
            {name}
          </button>
        );
      })}
    </div>
  );
}

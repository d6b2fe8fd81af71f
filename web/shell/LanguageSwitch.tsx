import { m } from '#messages';
import { chooseLanguage, currentLanguage, type Language } from '#web/appearance.ts';

const LANGUAGES: readonly { language: Language; name: string }[] = [
  { language: 'ko', name: '한국어' },
  { language: 'en', name: 'English' },
];

/** 한국어 · English; each in its own language. */
export function LanguageSwitch() {
  return (
    <div role="group" aria-label={m.shell_language()} className="type-sub flex gap-1 font-semibold">
      {LANGUAGES.map(({ language, name }) => {
        const isCurrent = language === currentLanguage();
        return (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={isCurrent}
            className={
              isCurrent
                ? 'min-h-11 px-2 underline underline-offset-4'
                : 'min-h-11 px-2 opacity-80 hover:opacity-100'
            }
            onClick={() => !isCurrent && chooseLanguage(language)}
          >
            {name}
          </button>
        );
      })}
    </div>
  );
}

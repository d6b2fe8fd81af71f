import { m } from '#messages';
import { Picture } from './Picture.tsx';
import type { PictureName } from './picture-file.ts';
import { Section } from './Section.tsx';

export function Screens() {
  const screens: readonly { name: PictureName; title: string; alt: string }[] = [
    { name: 'home', title: m.site_screen_home(), alt: m.site_screen_home_alt() },
    { name: 'restaurant', title: m.site_screen_restaurant(), alt: m.site_screen_restaurant_alt() },
    { name: 'import', title: m.site_screen_import(), alt: m.site_screen_import_alt() },
    { name: 'shared', title: m.site_screen_shared(), alt: m.site_screen_shared_alt() },
  ];
  return (
    <Section title={[m.site_screens_title(), m.site_screens_title_end()]}>
      {/* On a phone, the row scrolls sideways. `tabIndex` makes it possible to scroll the row with a keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className="screens" tabIndex={0} aria-label={m.site_screens()}>
        {screens.map(({ name, title, alt }) => (
          <li key={name}>
            <div className="phone">
              <Picture name={name} alt={alt} />
            </div>
            <h3 className="type-h3 mt-4 text-center">{title}</h3>
          </li>
        ))}
      </ul>
      <p className="type-caption mt-5 text-center text-ink-3">{m.site_screens_note()}</p>
    </Section>
  );
}

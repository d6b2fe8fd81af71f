import { m } from '#messages';
import { Section } from './Section.tsx';

export function Steps() {
  const steps = [
    [m.site_step_1(), m.site_step_1_text()],
    [m.site_step_2(), m.site_step_2_text()],
    [m.site_step_3(), m.site_step_3_text()],
    [m.site_step_4(), m.site_step_4_text()],
  ] as const;
  return (
    <Section title={[m.site_steps_title()]}>
      <ol className="steps">
        {steps.map(([title, text], position) => (
          <li key={title}>
            <span className="numbers" aria-hidden="true">
              {position + 1}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

import { Check, X } from 'lucide-react';
import { m } from '#messages';
import { Section } from './Section.tsx';

export function ProblemAndSolution() {
  return (
    <Section title={[m.site_problem_title(), m.site_problem_title_end()]}>
      <div className="grid gap-4 sm:grid-cols-2 lg:gap-5">
        <div className="two-sides bg-sunken text-ink-2">
          <h3 className="type-sub font-bold">{m.site_until_now()}</h3>
          <ul>
            {[m.site_problem_1(), m.site_problem_2(), m.site_problem_3()].map((text) => (
              <li key={text}>
                <X aria-hidden="true" className="mt-[3px] size-5" />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <div className="two-sides two-sides-green">
          <h3 className="type-sub font-bold">{m.site_with_us()}</h3>
          <ul>
            {[m.site_solution_1(), m.site_solution_2(), m.site_solution_3()].map((text) => (
              <li key={text}>
                <Check aria-hidden="true" className="mt-[3px] size-5" />
                {text}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Section>
  );
}

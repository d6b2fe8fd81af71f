import { classes } from '#web/ui/classes.ts';

/** The possible answers to one question of a vote, side by side. */
export function AnswerChoices<Answer extends string>({
  name,
  labels,
  value,
  onChange,
}: {
  /** The name of the radio buttons. */
  name: string;
  labels: Readonly<Record<Answer, () => string>>;
  value: Answer | undefined;
  onChange: (answer: Answer) => void;
}) {
  return (
    <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(5.25rem,100%),1fr))] gap-2">
      {(Object.entries(labels) as [Answer, () => string][]).map(([answer, label]) => (
        <label
          key={answer}
          className={classes(
            'type-sub grid min-h-11 place-items-center rounded-field px-1 text-center font-semibold focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus',
            value === answer ? 'bg-ink text-bg' : 'inset-ring-[1.5px] inset-ring-line-strong',
          )}
        >
          <input
            type="radio"
            className="sr-only scroll-mb-32"
            name={name}
            checked={value === answer}
            onChange={() => onChange(answer)}
          />
          {label()}
        </label>
      ))}
    </div>
  );
}

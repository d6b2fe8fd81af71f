import { m } from '#messages';

export function Stamp({
  date,
  size = 'regular',
  isLanding = false,
}: {
  /** The date of the visit, such as '4.18' or '18 Apr', or '2025.11.27' or '27 Nov 2025' with the year. */
  date?: string | null | undefined;
  size?: 'regular' | 'large';
  isLanding?: boolean;
}) {
  // The year has its own line: 2025. | 11.27 and 27 Nov | 2025
  const lines = date?.match(/^\d{4}\.|.+(?= \d{4}$)|[^ ].*/g) ?? [];
  return (
    <span
      className="stamp"
      data-size={size}
      data-landing={isLanding || undefined}
      data-dated={lines.length > 1 || undefined}
    >
      <span>{m.kit_stamp()}</span>
      {lines.map((line) => (
        <span key={line} className="numbers">
          {line}
        </span>
      ))}
    </span>
  );
}

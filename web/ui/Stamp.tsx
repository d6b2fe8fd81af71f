import { m } from '#messages';

export function Stamp({
  date,
  size = 'regular',
  isLanding = false,
}: {
  /** The date of the visit, such as '4.18', or '2025.11.27' with the year. */
  date?: string | null | undefined;
  size?: 'regular' | 'large';
  isLanding?: boolean;
}) {
  const [, year, dayOfYear = date] = /^(\d{4})\.(.+)$/.exec(date ?? '') ?? [];
  return (
    <span
      className="stamp"
      data-size={size}
      data-landing={isLanding || undefined}
      data-dated={year !== undefined || undefined}
    >
      <span>{m.kit_stamp()}</span>
      {year && <span className="numbers">{year}.</span>}
      {dayOfYear && <span className="numbers">{dayOfYear}</span>}
    </span>
  );
}

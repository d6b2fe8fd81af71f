import { m } from '#messages';

/** 다녀옴, with the day. */
export function Stamp({
  date,
  size = 'regular',
  isLanding = false,
}: {
  /** As it stands on the stamp: '4.18'. */
  date?: string | null | undefined;
  size?: 'regular' | 'large';
  /** Comes down on the paper now. */
  isLanding?: boolean;
}) {
  return (
    <span className="stamp" data-size={size} data-landing={isLanding || undefined}>
      <span>{m.kit_stamp()}</span>
      {date && <span className="numbers">{date}</span>}
    </span>
  );
}

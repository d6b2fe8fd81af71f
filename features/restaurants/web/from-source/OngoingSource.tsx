import { Link } from '@tanstack/react-router';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { useRememberedSource } from './remembered-source.ts';
import { SourceBar } from './SourceBar.tsx';

/** Names the current source, with a link to the add screen. Example: 〈한 끼의 발견〉 3회에서 담는 중 · 끝내기. */
export function OngoingSource({ uid }: { uid: string }) {
  const { remembered, forgetSource } = useRememberedSource(uid);
  if (remembered.current === null) return null;
  return (
    <SourceBar onEnd={forgetSource}>
      <Link
        to={paths.addFromSource}
        className="flex min-h-11 min-w-0 flex-[1_1_6rem] items-center underline underline-offset-3"
      >
        <span className="truncate">{m.from_source_ongoing({ source: remembered.current.memo })}</span>
      </Link>
    </SourceBar>
  );
}

import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FileUp, Map, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { ChoiceTiles } from '#web/ui/ChoiceTiles.tsx';
import type { ImportOrigin } from './import-search.ts';
import type { useImportListLink } from './list-link.queries.ts';
import { ListLinkPanel } from './ListLinkPanel.tsx';
import { StepPicture, type StepKind } from '../StepPicture.tsx';

type Step = { kind: StepKind; text: string };

/** Asks where the places are kept, shows the way from there in three steps, and offers the field or the files for it. */
export function ImportStart({
  listLink,
  files,
}: {
  listLink: ReturnType<typeof useImportListLink>;
  files: ReactNode;
}) {
  const { from = 'naver' } = useSearch({ from: '/members/app/import' });
  const navigate = useNavigate();
  const choose = (origin: ImportOrigin | null) => {
    if (origin) void navigate({ to: paths.importPlaces, search: { from: origin }, replace: true });
  };
  return (
    <div className="mx-auto grid w-full max-w-[640px] grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1">
        <h2 className="type-h1">{m.transfer_import_question()}</h2>
        <p className="type-sub text-ink-2">{m.transfer_import_text()}</p>
      </div>
      <ChoiceTiles
        label={m.transfer_import_question()}
        value={from}
        onChange={choose}
        options={[
          { value: 'naver', label: m.transfer_from_naver(), icon: <MapPin aria-hidden="true" /> },
          { value: 'kakao', label: m.transfer_from_kakao(), icon: <MapPin aria-hidden="true" /> },
          { value: 'google', label: m.transfer_from_google(), icon: <Map aria-hidden="true" /> },
          { value: 'file', label: m.transfer_from_file(), icon: <FileUp aria-hidden="true" /> },
        ]}
      />
      <ol role="list" className="grid grid-cols-3 gap-3">
        {stepsOf(from).map(({ kind, text }, at) => (
          <li key={kind} className="grid content-start justify-items-center gap-2 text-center">
            <StepPicture kind={kind} />
            <p className="type-caption text-balance text-ink-2">
              <b className="numbers text-ink">{at + 1}</b> {text}
            </p>
          </li>
        ))}
      </ol>
      {from !== 'file' && <ListLinkPanel key={from} listLink={listLink} placeholder={LINKS[from]} />}
      {from === 'google' && <p className="type-sub text-ink-2">{m.transfer_google_takeout()}</p>}
      {(from === 'file' || from === 'google') && files}
      {from === 'file' && <p className="type-caption text-ink-2">{m.transfer_file_formats()}</p>}
      <Link
        to={paths.addRestaurant}
        state={{ pasted: '' }}
        className="link inline-flex min-h-11 items-center justify-self-start"
      >
        {m.transfer_import_paste()}
      </Link>
    </div>
  );
}

/** Beginnings of the links that the apps share. */
const LINKS = {
  naver: 'https://naver.me/…',
  kakao: 'https://kko.to/…',
  google: 'https://maps.app.goo.gl/…',
};

function stepsOf(origin: ImportOrigin): readonly Step[] {
  if (origin === 'file')
    return [
      { kind: 'export', text: m.transfer_step_export() },
      { kind: 'pick', text: m.transfer_step_pick() },
      { kind: 'check', text: m.transfer_step_check() },
    ];
  const open = {
    naver: m.transfer_step_naver(),
    kakao: m.transfer_step_kakao(),
    google: m.transfer_step_google(),
  };
  return [
    { kind: 'list', text: open[origin] },
    { kind: 'share', text: m.transfer_step_share() },
    { kind: 'paste', text: m.transfer_step_paste() },
  ];
}

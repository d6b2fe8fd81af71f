import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';
import type { ListShare } from '#features/sharing/sharing.contract.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { ColourBars } from '#web/ui/ColourBars.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useSharePage } from '#web/share/use-share-page.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { pageOfShare, ShareCard } from './manage/ShareCard.tsx';
import { ShareForm } from './manage/ShareForm.tsx';
import { SharePreview } from './manage/SharePreview.tsx';
import { listSharesQuery } from './sharing.queries.ts';
import { ownerLabel } from '#features/sharing/owner-label.ts';

export function ShareMyListPage() {
  const me = useMe();
  const list = useQuery(myListQuery);
  const restaurants = list.data?.restaurants ?? [];
  const { data: { ownerName } = {} } = useQuery(listSharesQuery);
  return (
    <Page title={m.shell_menu_share_list()} className="max-w-[760px]">
      <p className="type-sub mb-5 text-ink-2">{m.sharing_intro()}</p>
      {me?.accountTier === 'free' && (
        <section
          className="mb-8 overflow-hidden rounded-card bg-surface shadow-1"
          aria-label={m.sharing_paid_title()}
        >
          <ColourBars />
          <div className="grid gap-4 p-5">
            <div>
              <h2 className="type-h2">{m.sharing_paid_title()}</h2>
              <p className="type-sub mt-1 text-ink-2">{m.sharing_paid_text()}</p>
            </div>
            <StickyActions>
              <LinkButton to={paths.upgrade} state={{ from: paths.shareMyList }} className="w-full lg:w-auto">
                {m.sharing_paid_button()}
              </LinkButton>
            </StickyActions>
          </div>
          {ownerName !== undefined && (
            <SharePreview
              share={{
                title: m.sharing_default_title({ owner: ownerLabel(ownerName) }),
                note: '',
                selection: { of: 'all' },
                shows: { ratings: true, reviews: true, memos: false, photos: true },
              }}
              restaurants={restaurants}
              ownerName={ownerName}
            />
          )}
        </section>
      )}
      <Shares canMake={me?.accountTier === 'paid'} />
    </Page>
  );
}

function Shares({ canMake }: { canMake: boolean }) {
  const shares = useQuery(listSharesQuery);
  const [edited, setEdited] = useState<ListShare | 'new' | null>(null);
  const { offer, shareDialog } = useSharePage();
  if (shares.isPending) return <SkeletonPanels shapes={['h-12', 'h-36']} />;
  if (edited && shares.data)
    return (
      <ShareForm
        key={edited === 'new' ? 'new' : edited.id}
        share={edited === 'new' ? null : edited}
        ownerName={shares.data.ownerName}
        onDone={(created) => {
          setEdited(null);
          if (created) offer(pageOfShare(created));
        }}
      />
    );
  if (!shares.data) return <ErrorState error={shares.error} onRetry={() => void shares.refetch()} />;
  return (
    <>
      {shareDialog}
      {canMake && (
        <StickyActions>
          <Button className="w-full lg:mb-6 lg:w-auto" onClick={() => setEdited('new')}>
            <Link2 aria-hidden="true" />
            {m.sharing_make()}
          </Button>
        </StickyActions>
      )}
      {shares.data.shares.length === 0 ? (
        canMake && <EmptyState title={m.sharing_none_title()} text={m.sharing_none_text()} />
      ) : (
        <ul role="list" className="grid gap-3" aria-label={m.sharing_links_label()}>
          {shares.data.shares.map((share) => (
            <li key={share.id}>
              <ShareCard share={share} onEdit={() => setEdited(share)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

import { Link, useParams } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { lazyPart } from '#web/shell/lazy-part.tsx';
import { scrollIntoRow } from '#web/ui/Chip.tsx';
import { classes } from '#web/ui/classes.ts';
import { SkeletonTickets } from '#web/ui/Skeleton.tsx';
import { ADMIN_SECTIONS, type AdminSection, sectionOf } from './admin-sections.ts';

const SECTIONS: Record<AdminSection, { title: () => string; Screen: ComponentType; isTab: boolean }> = {
  overview: {
    title: m.admin_overview,
    isTab: true,
    Screen: lazyPart(async () => ({ default: (await import('./OverviewSection.tsx')).OverviewSection })),
  },
  reviews: {
    title: m.admin_reviews,
    isTab: true,
    Screen: lazyPart(async () => ({
      default: (await import('#features/reviews/web/moderation/moderation.public.ts')).ReviewsSection,
    })),
  },
  provided: {
    title: m.admin_provided,
    isTab: true,
    Screen: lazyPart(async () => {
      const [{ ProvidedSection }, { PlaceSearch }] = await Promise.all([
        import('#features/catalogue/web/admin/catalogue-admin.public.ts'),
        import('#features/places/web/places.public.ts'),
      ]);
      return { default: () => <ProvidedSection PlaceSearch={PlaceSearch} /> };
    }),
  },
  import: {
    title: m.admin_import,
    isTab: false,
    Screen: lazyPart(async () => ({
      default: (await import('#features/catalogue/web/admin/catalogue-admin.public.ts')).ImportSection,
    })),
  },
  paste: {
    title: m.admin_paste,
    isTab: false,
    Screen: lazyPart(async () => ({
      default: (await import('#features/transfer/web/admin/paste-provided.public.ts')).PasteSection,
    })),
  },
  categories: {
    title: m.admin_categories,
    isTab: true,
    Screen: lazyPart(async () => ({
      default: (await import('#features/catalogue/web/admin/catalogue-admin.public.ts')).CategoriesSection,
    })),
  },
  sources: {
    title: m.admin_sources,
    isTab: true,
    Screen: lazyPart(async () => ({
      default: (await import('#features/catalogue/web/admin/catalogue-admin.public.ts')).SourcesSection,
    })),
  },
  'place-data': {
    title: m.place_data_title,
    isTab: true,
    Screen: lazyPart(async () => ({
      default: (await import('#features/place-data/web/place-data.public.ts')).PlaceDataSection,
    })),
  },
  people: {
    title: m.admin_people,
    isTab: true,
    Screen: lazyPart(async () => ({
      default: (await import('#features/account/web/admin/people.public.ts')).PeopleSection,
    })),
  },
  leaving: {
    title: m.admin_deletions,
    isTab: true,
    Screen: lazyPart(async () => ({
      default: (await import('#features/account/web/admin/people.public.ts')).DeletionRequestsSection,
    })),
  },
  payments: {
    title: m.admin_payments,
    isTab: true,
    Screen: lazyPart(async () => ({
      default: (await import('#features/membership/web/admin/payments.public.ts')).PaymentsSection,
    })),
  },
  log: {
    title: m.admin_log,
    isTab: true,
    Screen: lazyPart(async () => ({ default: (await import('./log/LogSection.tsx')).LogSection })),
  },
};

/** The page of the admin. Each section has its own URL. */
export function AdminPage() {
  const section = sectionOf(useParams({ from: '/admins/app/admin/{-$section}' }).section);
  const { title, Screen } = SECTIONS[section];
  const tab = section === 'import' || section === 'paste' ? 'provided' : section;
  return (
    <Page
      title={m.admin_title()}
      className="grid max-w-[1080px] grid-cols-[minmax(0,1fr)] content-start gap-4"
    >
      <nav aria-label={m.admin_sections()} className="chip-row">
        {ADMIN_SECTIONS.filter((each) => SECTIONS[each].isTab).map((each) => (
          <Link
            key={each}
            ref={each === tab ? scrollIntoRow : undefined}
            to={paths.admin}
            params={{ section: each === 'overview' ? undefined : each }}
            aria-current={each === tab ? 'page' : undefined}
            className={classes(
              'chip type-sub inline-flex min-h-9 flex-none items-center rounded-full px-[13px] font-semibold whitespace-nowrap',
              each === tab ? 'bg-ink text-bg' : 'bg-raised shadow-1 hover:bg-sunken',
            )}
          >
            {SECTIONS[each].title()}
          </Link>
        ))}
      </nav>
      <h2 className="type-h2">{title()}</h2>
      <Suspense key={section} fallback={<SkeletonTickets />}>
        <Screen />
      </Suspense>
    </Page>
  );
}

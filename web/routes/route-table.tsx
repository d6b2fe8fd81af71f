import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from '#features/account/web/account.queries.ts';
import { greetingOf } from '#features/account/sign-in/web/greeting.ts';
import { notifyOtherTabs } from '#features/account/sessions/web/other-tabs.ts';
import { signInOptionsQuery } from '#features/account/providers/web/providers.queries.ts';
import {
  readJournalSearch,
  readYearlyReviewSearch,
  readWriteSearch,
} from '#features/journal/web/journal-search.rules.ts';
import {
  readProviderResultSearch,
  readVisitorSearch,
  type ProviderResultSearch,
} from '#features/account/web/visitor-search.ts';
import { categoriesQuery } from '#features/catalogue/web/categories.public.ts';
import { readCollectSearch } from '#features/collections/web/collect-search.ts';
import { readImportSearch } from '#features/transfer/web/import/import-search.ts';
import { readSharedSearch } from '#features/sharing/web/shared-search.rules.ts';
import { PAYMENT_WINDOW_LOST } from '#features/membership/web/outcome/payment-window-lost.rules.ts';
import { consumeUnreturnedPayment } from '#features/membership/web/payment-return.ts';
import { readPaymentSearch } from '#features/membership/web/payment-search.ts';
import { readAddSearch, readHomeSearch } from '#features/restaurants/home-search.rules.ts';
import { myListQuery } from '#features/restaurants/web/my-list.query.ts';
import { readReviewsSearch } from '#features/reviews/web/reviews-search.ts';
import { loadMapInAdvance } from '#features/site/web/site.public.ts';
import { documentUnreachable } from '#web/api.ts';
import { isFirstScreenShown } from '#web/first-screen/first-screen-html.ts';
import { paths } from '#web/paths.ts';
import { returnPath } from '#web/return-path.ts';
import { fetchedPage } from '#web/shell/fetched-page.tsx';
import { MemberShell, SharedShell } from './MemberShell.tsx';
import { Shell } from './Shell.tsx';

/* The table of all URLs. It defines who may open a URL, and which page is loaded lazily. */

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * The floating buttons of the page. `add`: 맛집 등록. `add-and-top`: 맛집 등록 and the button to the top. `write`: 일지 쓰기.
     */
    floating?: 'add' | 'add-and-top' | 'write';
  }
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Shell });

export const PRERENDERED_ADDRESSES = new Set<string>();

/** Creates a route for a page that the browser loads as a document (docs/decisions/0025-prerendered-pages.md). */
const prerendered = <const Path extends string>(path: Path) => {
  PRERENDERED_ADDRESSES.add(path);
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location: { pathname }, preload }) => {
      if (preload) return;
      // The service worker could not get the page and opened the application instead.
      if (navigator.serviceWorker?.controller) throw documentUnreachable();
      // Another request would return the application again.
      throw new Error(`The server has no page for ${pathname}.`);
    },
  });
};

const landing = prerendered(paths.landing);
const publicFaq = prerendered(paths.publicFaq);
const terms = prerendered(paths.terms);
const privacy = prerendered(paths.privacy);
const refunds = prerendered(paths.refunds);

/** The routes for visitors. Members are redirected to the page from which they came. */
const visitors = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  validateSearch: readVisitorSearch,
  beforeLoad: async ({ context: { queryClient }, search: { from, via, joined } }) => {
    const me = await queryClient.ensureQueryData(meQuery);
    if (!me) return;
    // The member has returned from an identity provider. The other tabs are informed of the sign-in.
    if (via) notifyOtherTabs({ uid: me.uid });
    const options = joined ? await queryClient.ensureQueryData(signInOptionsQuery) : undefined;
    throw redirect({
      href: returnPath(from),
      replace: true,
      ...(joined && { state: greetingOf({ me, options }) }),
    });
  },
});

const login = createRoute({
  getParentRoute: () => visitors,
  path: paths.login,
  component: fetchedPage(() => import('#features/account/sign-in/web/LoginPage.tsx'), 'LoginPage'),
});

const signUp = createRoute({
  getParentRoute: () => visitors,
  path: paths.signUp,
  component: fetchedPage(() => import('#features/account/sign-up/web/SignUpPage.tsx'), 'SignUpPage'),
});

const passwordReset = createRoute({
  getParentRoute: () => root,
  path: paths.passwordReset,
  validateSearch: readToken,
  component: fetchedPage(
    () => import('#features/account/mail-links/web/PasswordResetPage.tsx'),
    'PasswordResetPage',
  ),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: paths.verifyEmail,
  validateSearch: readToken,
  component: fetchedPage(
    () => import('#features/account/mail-links/web/VerifyEmailPage.tsx'),
    'VerifyEmailPage',
  ),
});

const secondFactorRemoval = createRoute({
  getParentRoute: () => root,
  path: paths.secondFactorRemoval,
  validateSearch: readRemovalLink,
  component: fetchedPage(
    () => import('#features/account/recovery/web/SecondFactorRemovalPage.tsx'),
    'SecondFactorRemovalPage',
  ),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: paths.unsubscribe,
  component: fetchedPage(() => import('#features/following/web/UnsubscribePage.tsx'), 'UnsubscribePage'),
});

const shared = createRoute({ getParentRoute: () => root, id: 'shared', component: SharedShell });

const sharedList = createRoute({
  getParentRoute: () => shared,
  path: paths.sharedList,
  validateSearch: readSharedSearch,
  component: fetchedPage(() => import('#features/sharing/web/SharedListPage.tsx'), 'SharedListPage'),
});

const sharedJournal = createRoute({
  getParentRoute: () => shared,
  path: paths.sharedJournal,
  component: fetchedPage(() => import('#features/sharing/web/entry/SharedEntryPage.tsx'), 'SharedEntryPage'),
});

const vote = createRoute({
  getParentRoute: () => shared,
  path: paths.vote,
  component: fetchedPage(() => import('#features/collections/web/votes/VotePage.tsx'), 'VotePage'),
});

const members = createRoute({
  getParentRoute: () => root,
  id: 'members',
  component: MemberShell,
  beforeLoad: redirectVisitor,
});

/** The page has no menu, so that the decision is not left by accident. */
const connectApp = createRoute({
  getParentRoute: () => root,
  path: paths.connectApp,
  validateSearch: ({ request }: Record<string, unknown>): { request?: string } =>
    typeof request === 'string' ? { request } : {},
  beforeLoad: redirectVisitor,
  component: fetchedPage(
    () => import('#features/account/connected-apps/web/ConnectAppPage.tsx'),
    'ConnectAppPage',
  ),
});

const home = createRoute({
  getParentRoute: () => members,
  path: paths.home,
  validateSearch: readHomeSearch,
  staticData: { floating: 'add-and-top' },
  // The list, its categories and the code of its map load at the same time as the page's code. The screens handle their
  // errors.
  beforeLoad: ({ context: { queryClient } }) => {
    const fetched = queryClient.prefetchQuery(myListQuery);
    void queryClient.prefetchQuery(categoriesQuery);
    void loadMapInAdvance(queryClient);
    // The first screen stays until the application can show the list.
    return isFirstScreenShown() ? fetched : undefined;
  },
  component: fetchedPage(() => import('./HomePage.tsx'), 'HomePage'),
});

const addRestaurant = createRoute({
  getParentRoute: () => members,
  path: paths.addRestaurant,
  validateSearch: readAddSearch,
  component: fetchedPage(() => import('./AddPage.tsx'), 'AddPage'),
});

const addFromSource = createRoute({
  getParentRoute: () => members,
  path: paths.addFromSource,
  component: fetchedPage(() => import('./FromSourcePage.tsx'), 'FromSourcePage'),
});

const importPlaces = createRoute({
  getParentRoute: () => members,
  path: paths.importPlaces,
  validateSearch: readImportSearch,
  component: fetchedPage(() => import('#features/transfer/web/import/ImportPage.tsx'), 'ImportPage'),
});

const editRestaurant = createRoute({
  getParentRoute: () => members,
  path: paths.editRestaurant,
  component: fetchedPage(
    () => import('#features/restaurants/web/EditRestaurantPage.tsx'),
    'EditRestaurantPage',
  ),
});

const restaurant = createRoute({
  getParentRoute: () => members,
  path: paths.restaurant,
  staticData: { floating: 'add' },
  component: fetchedPage(() => import('./RestaurantPage.tsx'), 'RestaurantPage'),
});

const restaurantReviews = createRoute({
  getParentRoute: () => members,
  path: paths.restaurantReviews,
  validateSearch: readReviewsSearch,
  component: fetchedPage(() => import('#features/reviews/web/ReviewsPage.tsx'), 'ReviewsPage'),
});

const sources = createRoute({
  getParentRoute: () => members,
  path: paths.sources,
  component: fetchedPage(() => import('#features/restaurants/web/sources/SourcesPage.tsx'), 'SourcesPage'),
});

const source = createRoute({
  getParentRoute: () => members,
  path: paths.source,
  validateSearch: readSourceSearch,
  component: fetchedPage(() => import('#features/restaurants/web/sources/SourcePage.tsx'), 'SourcePage'),
});

const officialList = createRoute({
  getParentRoute: () => members,
  path: paths.officialList,
  validateSearch: readRegionSearch,
  component: fetchedPage(
    () => import('#features/restaurants/web/official/OfficialListPage.tsx'),
    'OfficialListPage',
  ),
});

const collections = createRoute({
  getParentRoute: () => members,
  path: paths.collections,
  component: fetchedPage(() => import('#features/collections/web/CollectionsPage.tsx'), 'CollectionsPage'),
});

const newCollection = createRoute({
  getParentRoute: () => members,
  path: paths.newCollection,
  component: fetchedPage(
    () => import('#features/collections/web/NewCollectionPage.tsx'),
    'NewCollectionPage',
  ),
});

const collectPlaces = createRoute({
  getParentRoute: () => members,
  path: paths.collectPlaces,
  validateSearch: readCollectSearch,
  component: fetchedPage(
    () => import('#features/collections/web/CollectPlacesPage.tsx'),
    'CollectPlacesPage',
  ),
});

const joinCollection = createRoute({
  getParentRoute: () => shared,
  path: paths.joinCollection,
  component: fetchedPage(() => import('#features/collections/web/JoinPage.tsx'), 'JoinPage'),
});

const collection = createRoute({
  getParentRoute: () => members,
  path: paths.collection,
  validateSearch: readHomeSearch,
  component: fetchedPage(() => import('#features/collections/web/CollectionPage.tsx'), 'CollectionPage'),
});

const newVote = createRoute({
  getParentRoute: () => members,
  path: paths.newVote,
  component: fetchedPage(() => import('#features/collections/web/votes/NewVotePage.tsx'), 'NewVotePage'),
});

const editCollection = createRoute({
  getParentRoute: () => members,
  path: paths.editCollection,
  component: fetchedPage(
    () => import('#features/collections/web/EditCollectionPage.tsx'),
    'EditCollectionPage',
  ),
});

const data = createRoute({
  getParentRoute: () => members,
  path: paths.data,
  validateSearch: readHomeSearch,
  component: fetchedPage(() => import('#features/transfer/web/DataPage.tsx'), 'DataPage'),
});

const outbox = createRoute({
  getParentRoute: () => members,
  path: paths.outbox,
  component: fetchedPage(() => import('#web/outbox/OutboxPage.tsx'), 'OutboxPage'),
});

const settings = createRoute({
  getParentRoute: () => members,
  path: paths.settings,
  validateSearch: readProviderResultSearch,
  // Sign-ins that began before the settings had pages of their own return to this page.
  beforeLoad: ({ search }) => showProviderResult({ search, page: paths.settings }),
  component: fetchedPage(() => import('#features/account/settings/web/SettingsPage.tsx'), 'SettingsPage'),
});

const settingsPages = () => import('#features/account/settings/web/SettingsPages.tsx');

const accountSettings = createRoute({
  getParentRoute: () => members,
  path: paths.accountSettings,
  component: fetchedPage(settingsPages, 'AccountSettingsPage'),
});

const securitySettings = createRoute({
  getParentRoute: () => members,
  path: paths.securitySettings,
  validateSearch: readProviderResultSearch,
  beforeLoad: ({ search }) => showProviderResult({ search, page: paths.securitySettings }),
  component: fetchedPage(settingsPages, 'SecuritySettingsPage'),
});

const messageSettings = createRoute({
  getParentRoute: () => members,
  path: paths.messageSettings,
  component: fetchedPage(settingsPages, 'MessageSettingsPage'),
});

const appSettings = createRoute({
  getParentRoute: () => members,
  path: paths.appSettings,
  component: fetchedPage(settingsPages, 'AppSettingsPage'),
});

const mails = createRoute({
  getParentRoute: () => members,
  path: paths.mails,
  component: fetchedPage(() => import('#features/following/web/MailsPage.tsx'), 'MailsPage'),
});

const notifications = createRoute({
  getParentRoute: () => members,
  path: paths.notifications,
  validateSearch: ({ open }: Record<string, unknown>): { open?: string } =>
    typeof open === 'string' ? { open } : {},
  beforeLoad: async ({ context: { queryClient }, search: { open } }) => {
    if (open === undefined) return;
    const { openedPath } = await import('#features/notifications/web/opened-path.ts');
    throw redirect({ href: await openedPath(queryClient, open), replace: true });
  },
  component: fetchedPage(
    () => import('#features/notifications/web/NotificationsPage.tsx'),
    'NotificationsPage',
  ),
});

const notificationSettings = createRoute({
  getParentRoute: () => members,
  path: paths.notificationSettings,
  component: fetchedPage(
    () => import('#features/notifications/web/NotificationSettingsPage.tsx'),
    'NotificationSettingsPage',
  ),
});

const upgrade = createRoute({
  getParentRoute: () => members,
  path: paths.upgrade,
  component: fetchedPage(() => import('#features/membership/web/UpgradePage.tsx'), 'UpgradePage'),
});

const shareMyList = createRoute({
  getParentRoute: () => members,
  path: paths.shareMyList,
  component: fetchedPage(() => import('#features/sharing/web/ShareMyListPage.tsx'), 'ShareMyListPage'),
});

const journal = createRoute({
  getParentRoute: () => members,
  path: paths.journal,
  validateSearch: readJournalSearch,
  staticData: { floating: 'write' },
  component: fetchedPage(() => import('#features/journal/web/JournalPage.tsx'), 'JournalPage'),
});

const writeJournalEntry = createRoute({
  getParentRoute: () => members,
  path: paths.writeJournalEntry,
  validateSearch: readWriteSearch,
  component: fetchedPage(() => import('#features/journal/web/WriteEntryPage.tsx'), 'WriteEntryPage'),
});

const yearlyReview = createRoute({
  getParentRoute: () => members,
  path: paths.yearlyReview,
  validateSearch: readYearlyReviewSearch,
  component: fetchedPage(
    () => import('#features/journal/web/yearly-review/YearlyReviewPage.tsx'),
    'YearlyReviewPage',
  ),
});

const journalEntry = createRoute({
  getParentRoute: () => members,
  path: paths.journalEntry,
  component: fetchedPage(() => import('./JournalEntryPage.tsx'), 'JournalEntryPage'),
});

const editJournalEntry = createRoute({
  getParentRoute: () => members,
  path: paths.editJournalEntry,
  component: fetchedPage(() => import('#features/journal/web/EditEntryPage.tsx'), 'EditEntryPage'),
});

const payment = createRoute({
  getParentRoute: () => members,
  path: paths.payment,
  validateSearch: readPaymentSearch,
  beforeLoad: ({ search, cause }) =>
    redirectToUnreturnedPayment({ hasPaymentInUrl: search.paymentId !== undefined, cause }),
  component: fetchedPage(() => import('#features/membership/web/PaymentPage.tsx'), 'PaymentPage'),
});

const paymentHistory = createRoute({
  getParentRoute: () => members,
  path: paths.paymentHistory,
  component: fetchedPage(
    () => import('#features/membership/web/PaymentHistoryPage.tsx'),
    'PaymentHistoryPage',
  ),
});

const deleteAccount = createRoute({
  getParentRoute: () => members,
  path: paths.deleteAccount,
  validateSearch: readProviderResultSearch,
  beforeLoad: ({ search }) => showProviderResult({ search, page: paths.deleteAccount }),
  component: fetchedPage(
    () => import('#features/account/deletion/web/AccountDeletionPage.tsx'),
    'AccountDeletionPage',
  ),
});

const about = createRoute({
  getParentRoute: () => members,
  path: paths.about,
  component: fetchedPage(() => import('#features/site/web/about/AboutPage.tsx'), 'AboutPage'),
});

const faq = createRoute({
  getParentRoute: () => members,
  path: paths.faq,
  component: fetchedPage(() => import('#features/site/web/faq/MemberFaqPage.tsx'), 'MemberFaqPage'),
});

/** The routes for the admin. Everyone else is redirected to the landing page. */
const admins = createRoute({
  getParentRoute: () => root,
  id: 'admins',
  component: MemberShell,
  beforeLoad: async ({ context }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    if (!me?.isAdmin) throw redirect({ to: paths.landing, replace: true });
  },
});

const admin = createRoute({
  getParentRoute: () => admins,
  path: paths.admin,
  validateSearch: readAdminSearch,
  component: fetchedPage(() => import('#features/admin/web/AdminPage.tsx'), 'AdminPage'),
});

const anyOther = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: paths.landing, replace: true });
  },
});

export const routeTree = root.addChildren([
  landing,
  visitors.addChildren([login, signUp]),
  passwordReset,
  verifyEmail,
  unsubscribe,
  secondFactorRemoval,
  connectApp,
  publicFaq,
  terms,
  privacy,
  refunds,
  shared.addChildren([sharedList, sharedJournal, vote]),
  members.addChildren([
    home,
    addRestaurant,
    addFromSource,
    importPlaces,
    editRestaurant,
    restaurant,
    restaurantReviews,
    sources,
    source,
    officialList,
    collections,
    newCollection,
    collectPlaces,
    joinCollection,
    collection,
    editCollection,
    newVote,
    data,
    outbox,
    settings,
    accountSettings,
    securitySettings,
    messageSettings,
    appSettings,
    mails,
    notifications,
    notificationSettings,
    upgrade,
    shareMyList,
    journal,
    writeJournalEntry,
    yearlyReview,
    journalEntry,
    editJournalEntry,
    payment,
    paymentHistory,
    deleteAccount,
    about,
    faq,
  ]),
  admins.addChildren([admin]),
  anyOther,
]);

async function redirectVisitor({
  context,
  location,
}: {
  context: { queryClient: QueryClient };
  location: { href: string };
}): Promise<void> {
  const me = await context.queryClient.ensureQueryData(meQuery);
  if (!me) throw redirect({ to: paths.login, search: { from: location.href }, replace: true });
}

/** Shows the result of an identity provider after the return from it. Also removes the result from the URL. */
async function showProviderResult({
  search,
  page,
}: {
  search: ProviderResultSearch;
  page: string;
}): Promise<void> {
  if (!search.via) return;
  const { providerResultMessage } =
    await import('#features/account/providers/web/provider-result-message.ts');
  throw redirect({ href: page, replace: true, state: providerResultMessage(search) });
}

/** Redirects to the page of a payment if the payment window has not returned a result. */
function redirectToUnreturnedPayment({
  hasPaymentInUrl,
  cause,
}: {
  hasPaymentInUrl: boolean;
  cause: string;
}): void {
  if (cause === 'preload') return;
  const paymentId = consumeUnreturnedPayment();
  if (paymentId === null || hasPaymentInUrl) return;
  throw redirect({ to: paths.payment, search: { paymentId, code: PAYMENT_WINDOW_LOST }, replace: true });
}

function readToken(search: Record<string, unknown>): { token?: string } {
  return typeof search.token === 'string' ? { token: search.token } : {};
}

/**
 * Reads the link of the mail about the removal of a second factor. `token` requests the removal, and `cancel` cancels
 * the removal.
 */
function readRemovalLink(search: Record<string, unknown>): { token?: string; cancel?: string } {
  return { ...readToken(search), ...(typeof search.cancel === 'string' && { cancel: search.cancel }) };
}

/** Reads the search parameters of a source. If `episode` is missing, all episodes are shown. */
function readSourceSearch(search: Record<string, unknown>): { episode?: string } {
  return typeof search.episode === 'string' ? { episode: search.episode } : {};
}

/** Reads the region of an official list. If both are missing, the whole country is shown. */
function readRegionSearch({ province, district }: Record<string, unknown>) {
  return {
    ...(typeof province === 'string' && { province }),
    ...(typeof district === 'string' && { district }),
  };
}

function readAdminSearch({ q, view }: Record<string, unknown>): { q?: string; view?: string } {
  return { ...(typeof q === 'string' && { q }), ...(typeof view === 'string' && { view }) };
}

import { ADMIN_SECTIONS } from '../../features/admin/web/admin-sections.ts';
import type { Page } from '@playwright/test';
import { viewports } from '../support/member.ts';
import {
  announceUpdate,
  explainInstallation,
  fillStorage,
  offerInstallation,
  withActions,
  withLostActions,
  withoutDatabase,
} from './device-states.ts';
import type { KnownIds, MemberName } from './members.ts';

/* All screens and states of the gallery. A new screen is one line here. */

export type State = {
  name: string;
  as: MemberName;
  at: (known: KnownIds) => string;
  /** A URL of the server that never responds. `fails` is a URL that responds with an error. */
  hangs?: string;
  fails?: string;
  /** Whether the browser goes offline after the page has loaded. */
  goesOffline?: true;
  /** Actions on the page before the screenshot. */
  act?: (page: Page) => Promise<void>;
  /** Whether the actions also work in English. If not, the screenshot is taken only in Korean. */
  actsInEnglish?: true;
  /** Whether the screen has a map. The screenshot waits for the map. */
  hasMap?: true;
  isWithoutWebGl?: true;
  /** Whether the system's high contrast mode is on. */
  isHighContrast?: true;
  /** Whether the screenshot shows the whole page instead of its visible part. */
  isLong?: true;
};

export type Screen = {
  name: string;
  states: readonly State[];
};

/** The viewports. By default, screenshots are taken in `phone` and `desktop`. */
export const viewportOf = {
  ...viewports,
  small: { width: 360, height: 640 },
  narrow: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  landscape: { width: 1024, height: 768 },
  low: { width: 844, height: 390 },
} as const;
export const sizes = Object.keys(viewportOf) as (keyof typeof viewportOf)[];
export const standardSizes = ['phone', 'desktop'] as const;
export const themes = ['light', 'dark'] as const;

/** One screenshot: a state at a size in a theme. */
export type Shot = {
  screen: string;
  state: State;
  size: (typeof sizes)[number];
  theme: (typeof themes)[number];
};

export type PictureName = Pick<Shot, 'screen' | 'size' | 'theme'> & { state: string };

/** Returns the file name of a screenshot in the gallery's directory. */
export const pictureOf = ({ screen, state, size, theme }: PictureName): string =>
  `pictures/${[screen, state, size, theme].join('.').replaceAll(' ', '-')}.webp`;

/** An option that is a place with its distance. The last option, for adding by hand, has no distance. */
const RESULT = /\dk?m/;

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Presses a button that has one of these names, in Korean and in English. */
const pressEither = (name: RegExp) => ({ act: press(name), actsInEnglish: true }) as const;

async function openHome(page: Page) {
  await page.getByRole('link', { name: '맛집', exact: true }).click();
  await page.waitForURL('**/app');
}

/**
 * Makes the server report two new episodes of followed programmes. The demonstration data has no episode that was
 * announced after a follow.
 */
async function newEpisodes(page: Page) {
  const episode = (id: string, name: string, places: number) => ({
    ...{ id, name, places },
    publishedOn: '2026-11-20',
  });
  const follows = [
    {
      ...{ sourceId: 'a', title: '골목의 한 그릇', kind: 'tv' },
      newEpisodes: [episode('1', '366회 을지로', 5)],
    },
    {
      ...{ sourceId: 'b', title: '주말의 빵집', kind: 'magazine' },
      newEpisodes: [episode('2', '12월호', 2)],
    },
  ];
  await page.route('**/api/follows', (route) => route.fulfill({ json: { follows } }));
  await page.reload();
  await page.getByText('366회 을지로').waitFor();
}

/** Makes the server report an archive that lacks three photos. */
async function photosMissing(page: Page) {
  const archive = {
    ...{ id: '0190a1b2-0000-7000-8000-000000000001', state: 'ready', bytes: 14_200_000 },
    ...{ requestedAt: Date.now(), expiresAt: Date.now() + 7 * 86_400_000 },
    missingPhotos: 3,
    missingPhotosUsedIn: ['노을목 칼국수', '2026-11-01 골목 분식'],
  };
  await page.route('**/api/my-data/archive', (route) => route.fulfill({ json: { archive } }));
  await page.reload();
  await page.getByText('2026-11-01 골목 분식').waitFor();
}

/** Makes the server report a backup that failed because photo files were missing. */
async function backupFailed(page: Page) {
  const lastBackup = { endedAt: Date.parse('2026-11-28T04:00+09:00'), isComplete: false, missingFiles: 786 };
  await page.route('**/api/admin/counts', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), lastBackup } });
  });
  await page.reload();
  await page.getByRole('alert').filter({ hasText: '786' }).waitFor();
}

async function refundRefused(page: Page) {
  await page.route('**/api/membership/payments/*/refund', (route) =>
    route.fulfill({ status: 503, body: '' }),
  );
  await press('환불하기')(page);
  await page.getByRole('dialog').getByRole('button', { name: '환불하기' }).click();
  await page.getByRole('alert').first().waitFor();
}

/** Changes an answer of the server, to show states that need days or other people. */
const answeredWith = (url: string, changes: object) => async (page: Page) => {
  await page.route(url, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...changes } });
  });
  await page.reload();
};

/** Makes this browser the device of the first voter of the vote. */
async function answeredHere(page: Page) {
  const voteId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { voters } = await (await page.request.get(`/api/votes/${voteId}`)).json();
  await page.evaluate(
    ([name = '', kept = '']) => localStorage.setItem(name, kept),
    [`momokzi.vote.${voteId}`, JSON.stringify({ key: 'k'.repeat(32), voterId: voters[0].id })],
  );
  await page.reload();
}

const id = encodeURIComponent;
const oneCollection = ({ collectionId }: KnownIds) => `/app/collections/${collectionId}`;
const jointCollection = ({ jointId }: KnownIds) => `/app/collections/${jointId}`;
const aVote = ({ voteId }: KnownIds) => `/vote/${voteId}`;
const MY_LIST = '**/api/my-restaurants';
const MEMBERSHIP = '**/api/membership';
const JOURNAL = '**/api/journal';
const IMPORTS = '**/api/place-imports{,/**}';

export const screens: readonly Screen[] = [
  { name: 'landing', states: [{ name: 'open', as: 'visitor', at: () => '/', isLong: true }] },
  {
    name: 'login',
    states: [
      { name: 'open', as: 'visitor', at: () => '/login' },
      { name: 'refused', as: 'visitor', at: () => '/login', act: press(/^로그인$/) },
    ],
  },
  {
    name: 'signup',
    states: [
      { name: 'open', as: 'visitor', at: () => '/signup', isLong: true },
      { name: 'refused', as: 'visitor', at: () => '/signup', isLong: true, act: press(/^가입하기$/) },
    ],
  },
  {
    name: 'password-reset',
    states: [
      { name: 'open', as: 'visitor', at: () => '/password-reset' },
      { name: 'new password', as: 'visitor', at: () => '/password-reset?token=unknown' },
      {
        name: 'dead link',
        as: 'visitor',
        at: () => '/password-reset?token=unknown',
        act: async (page) => {
          await page.getByLabel('새 비밀번호', { exact: true }).fill('rnrqkq7');
          await page.getByLabel('새 비밀번호 확인', { exact: true }).fill('rnrqkq7');
          await press('비밀번호 바꾸기')(page);
          await page.getByRole('alert').first().waitFor();
        },
      },
    ],
  },
  {
    name: 'verify-email',
    states: [
      { name: 'open', as: 'visitor', at: () => '/verify-email?token=unknown' },
      {
        name: 'dead link',
        as: 'visitor',
        at: () => '/verify-email?token=unknown',
        act: press('확인하기'),
      },
    ],
  },
  {
    name: 'home',
    states: [
      { name: 'full', as: 'paid', hasMap: true, at: () => '/app' },
      { name: 'free member', as: 'free', hasMap: true, at: () => '/app' },
      { name: 'ten used', as: 'full', hasMap: true, at: () => '/app' },
      { name: 'empty', as: 'newcomer', hasMap: true, at: () => '/app' },
      // These states occur only if the member comes from another screen, because a loaded page already contains the list.
      { name: 'loading', as: 'paid', at: () => '/app/settings', hangs: MY_LIST, act: openHome },
      { name: 'failed', as: 'paid', at: () => '/app/settings', fails: MY_LIST, act: openHome },
      { name: 'offline', as: 'paid', hasMap: true, at: () => '/app', goesOffline: true },
      { name: 'waiting', as: 'paid', at: () => '/app', act: withActions('waiting') },
      { name: 'lost', as: 'paid', at: () => '/app', act: withLostActions },
      { name: 'install hint', as: 'paid', at: () => '/app', act: offerInstallation },
      { name: 'install on ios', as: 'paid', at: () => '/app', act: explainInstallation },
      { name: 'long names', as: 'longTexts', hasMap: true, at: () => '/app' },
      { name: 'nothing found', as: 'paid', hasMap: true, at: () => '/app?q=없는집' },
      { name: 'searched', as: 'paid', hasMap: true, at: () => '/app?q=ㄱ' },
      { name: 'visited', as: 'paid', hasMap: true, at: () => '/app?status=done&sort=rating' },
      { name: 'provided', as: 'paid', hasMap: true, at: () => '/app?status=provided' },
      { name: 'selected', as: 'paid', hasMap: true, at: ({ plannedId }) => `/app?selected=${id(plannedId)}` },
      { name: 'high contrast', as: 'paid', hasMap: true, isHighContrast: true, at: () => '/app' },
      { name: 'without webgl', as: 'paid', isWithoutWebGl: true, at: () => '/app' },
      { name: 'menu', as: 'paid', hasMap: true, at: () => '/app', ...pressEither(/^메뉴 열기$|^Open menu$/) },
      { name: 'filters', as: 'paid', at: () => '/app', ...pressEither(/^필터|^Filters/) },
      { name: 'filtered', as: 'paid', hasMap: true, at: () => '/app?rating=4' },
      { name: 'today', as: 'paid', at: () => '/app', ...pressEither(/^오늘 뭐 먹지|^What to eat/) },
    ],
  },
  {
    name: 'add',
    states: [
      { name: 'open', as: 'paid', at: () => '/app/add', isLong: true },
      {
        name: 'found',
        as: 'paid',
        at: () => '/app/add',
        act: async (page) => {
          await page.getByRole('combobox').first().fill('국');
          await page.getByRole('option', { name: RESULT }).first().waitFor();
        },
      },
      {
        name: 'chosen',
        as: 'paid',
        at: () => '/app/add',
        isLong: true,
        act: async (page) => {
          await page.getByRole('combobox').first().fill('빵');
          await page.getByRole('option', { name: /km/ }).first().click();
        },
      },
      {
        name: 'by hand',
        as: 'paid',
        at: () => '/app/add',
        isLong: true,
        act: async (page) => {
          await page.getByRole('combobox').first().fill('세상에없는집');
          await page.getByRole('option', { name: /직접 찍기/ }).click();
        },
      },
      {
        name: 'not found',
        as: 'paid',
        at: () => '/app/add',
        act: async (page) => {
          await page.getByRole('combobox').first().fill('세상에없는집');
          await page.waitForTimeout(800);
        },
      },
      { name: 'ten used', as: 'full', at: () => '/app/add', isLong: true },
      {
        name: 'upgrade',
        as: 'full',
        at: () => '/app/add',
        act: async (page) => {
          await page.getByRole('combobox').first().fill('빵');
          await page.getByRole('option', { name: /km/ }).first().click();
          await press('맛집 등록하기')(page);
          await page.getByRole('dialog').waitFor();
        },
      },
      { name: 'offline', as: 'paid', at: () => '/app/add', goesOffline: true },
      { name: 'paste', as: 'paid', at: () => '/app/add', act: press('붙여넣기') },
      {
        name: 'pasting',
        as: 'paid',
        at: () => '/app/add',
        hangs: IMPORTS,
        act: async (page) => {
          await press('붙여넣기')(page);
          await page.getByRole('textbox').first().fill('예시 국밥집\n예시 칼국수\n예시 빵집');
          await press(/찾기$/)(page);
        },
      },
      {
        name: 'pasted',
        as: 'paid',
        at: () => '/app/add',
        isLong: true,
        act: async (page) => {
          await press('붙여넣기')(page);
          await page.getByRole('textbox').first().fill('예시 국밥집\n예시 칼국수\n예시 빵집');
          await press(/찾기$/)(page);
        },
      },
    ],
  },
  {
    name: 'from-source',
    states: [
      { name: 'choose', as: 'free', at: () => '/app/add/tv' },
      {
        name: 'open',
        as: 'paid',
        at: () => '/app/add/tv',
        act: async (page) => {
          await page.getByLabel('방송과 회차, 잡지, 알려 준 사람').fill('한 끼의 발견 12회');
          await press('담기 시작하기')(page);
          await page.getByRole('combobox').fill('국');
          await page.getByRole('option', { name: RESULT }).first().waitFor();
        },
      },
    ],
  },
  {
    name: 'data',
    states: [
      { name: 'open', as: 'paid', at: () => '/app/data', isLong: true },
      {
        name: 'archive',
        as: 'payer',
        at: () => '/app/data',
        isLong: true,
        act: async (page) => {
          // Only the first screenshot finds this button. After the press, the archive exists for all screenshots.
          const request = page.getByRole('button', { name: '모두 받기' });
          await request
            .or(page.getByText(/^파일(이|을)/))
            .first()
            .waitFor();
          if (await request.isVisible()) await request.click();
          await page.getByText('파일이 준비됐어요').waitFor();
        },
      },
      { name: 'photos missing', as: 'paid', at: () => '/app/data', isLong: true, act: photosMissing },
      { name: 'offline', as: 'paid', at: () => '/app/data', goesOffline: true },
    ],
  },
  {
    name: 'import',
    states: [
      // This state needs a member without an open import. The paid member already has one, with the places of the state
      // `add pasted`.
      { name: 'empty', as: 'newcomer', at: () => '/app/import' },
      { name: 'loading', as: 'newcomer', at: () => '/app/import', hangs: IMPORTS },
      {
        name: 'review',
        as: 'importer',
        at: () => '/app/import',
        act: async (page) => page.getByRole('button', { name: /^(확실해요|Certain) 5/ }).waitFor(),
        actsInEnglish: true,
      },
    ],
  },
  {
    name: 'edit',
    states: [
      { name: 'open', as: 'paid', at: ({ restaurantId }) => `/app/edit/${id(restaurantId)}`, isLong: true },
      {
        name: 'long names',
        as: 'longTexts',
        hasMap: true,
        at: ({ restaurantId }) => `/app/edit/${id(restaurantId)}`,
        isLong: true,
      },
    ],
  },
  {
    name: 'restaurant',
    states: [
      {
        name: 'visited',
        as: 'paid',
        at: ({ restaurantId }) => `/app/restaurant/${id(restaurantId)}`,
        isLong: true,
      },
      {
        name: 'planned',
        as: 'paid',
        at: ({ plannedId }) => `/app/restaurant/${id(plannedId)}`,
        isLong: true,
      },
      {
        name: 'provided',
        as: 'paid',
        at: ({ providedId }) => `/app/restaurant/${id(providedId)}`,
        isLong: true,
      },
      {
        name: 'long names',
        as: 'longTexts',
        at: ({ restaurantId }) => `/app/restaurant/${id(restaurantId)}`,
        isLong: true,
      },
      {
        name: 'loading',
        as: 'paid',
        at: ({ restaurantId }) => `/app/restaurant/${id(restaurantId)}`,
        hangs: '**/api/{my-restaurants,places,restaurants}/**',
      },
      {
        name: 'failed',
        as: 'paid',
        at: ({ restaurantId }) => `/app/restaurant/${id(restaurantId)}`,
        fails: '**/api/{my-restaurants,places,restaurants}{,/**}',
      },
      {
        name: 'high contrast',
        as: 'paid',
        at: ({ restaurantId }) => `/app/restaurant/${id(restaurantId)}`,
        isHighContrast: true,
        isLong: true,
      },
      { name: 'unknown', as: 'paid', at: () => '/app/restaurant/unknown' },
      {
        name: 'without webgl',
        as: 'paid',
        isWithoutWebGl: true,
        at: ({ plannedId }) => `/app/restaurant/${id(plannedId)}`,
        isLong: true,
      },
      {
        name: 'collections',
        as: 'paid',
        at: ({ restaurantId }) => `/app/restaurant/${id(restaurantId)}`,
        act: async (page) => {
          await page
            .locator('button')
            .filter({ has: page.locator('.lucide-folder-plus') })
            .click();
          await page.getByRole('dialog').waitFor();
        },
        actsInEnglish: true,
      },
      {
        name: 'opening hours',
        as: 'paid',
        at: ({ plannedId }) => `/app/restaurant/${id(plannedId)}`,
        isLong: true,
        act: (page) => page.getByText('요일별로 보기').dispatchEvent('click'),
      },
      {
        name: 'offline',
        as: 'paid',
        at: ({ plannedId }) => `/app/restaurant/${id(plannedId)}`,
        goesOffline: true,
      },
      {
        name: 'to delete',
        as: 'paid',
        at: ({ restaurantId }) => `/app/restaurant/${id(restaurantId)}`,
        act: press('삭제'),
      },
      {
        name: 'copied by hand',
        as: 'paid',
        at: ({ restaurantId }) => `/app/restaurant/${id(restaurantId)}`,
        act: async (page) => {
          await page.evaluate(() => {
            Object.defineProperty(navigator, 'share', { value: () => Promise.reject(new Error()) });
            Object.defineProperty(navigator, 'clipboard', { value: undefined });
            document.execCommand = () => false;
          });
          await press(/공유하기/)(page);
          await page.getByRole('dialog').waitFor();
        },
      },
    ],
  },
  {
    name: 'reviews',
    states: [
      {
        name: 'open',
        as: 'newcomer',
        at: ({ restaurantId }) => `/app/restaurant/${id(restaurantId)}/reviews`,
        isLong: true,
      },
      {
        name: 'mine',
        as: 'paid',
        at: ({ restaurantId }) => `/app/restaurant/${id(restaurantId)}/reviews`,
        isLong: true,
      },
      {
        name: 'empty',
        as: 'newcomer',
        at: ({ unreviewedId }) => `/app/restaurant/${id(unreviewedId)}/reviews`,
      },
      {
        name: 'failed',
        as: 'paid',
        at: ({ restaurantId }) => `/app/restaurant/${id(restaurantId)}/reviews`,
        fails: '**/api/restaurants/*/reviews*',
      },
    ],
  },
  {
    name: 'mails',
    states: [
      { name: 'open', as: 'paid', at: () => '/app/mails' },
      { name: 'address not verified', as: 'newcomer', at: () => '/app/mails' },
      { name: 'unsubscribe', as: 'visitor', at: () => '/unsubscribe/a-token' },
    ],
  },
  {
    name: 'collections',
    states: [
      { name: 'open', as: 'paid', at: () => '/app/collections' },
      { name: 'time is over', as: 'free', at: () => '/app/collections' },
      { name: 'new episode', as: 'paid', at: () => '/app/collections', act: newEpisodes },
      { name: 'new', as: 'paid', at: () => '/app/collections/new' },
      { name: 'selecting', as: 'paid', at: () => '/app/collections/add' },
      { name: 'one', as: 'paid', hasMap: true, at: oneCollection },
      {
        name: 'one to share',
        as: 'paid',
        at: oneCollection,
        ...pressEither(/모음 공유|^Share the collection/),
      },
      { name: 'joint', as: 'paid', hasMap: true, at: jointCollection, isLong: true },
      { name: 'joint people', as: 'paid', at: jointCollection, ...pressEither(/명이 함께|^\d people/) },
      { name: 'joint comments', as: 'paid', at: jointCollection, ...pressEither(/댓글 1|Comments 1/) },
      {
        name: 'joint reader',
        as: 'paid',
        at: jointCollection,
        act: answeredWith('**/api/collections/*', { role: 'reader' }),
      },
      {
        name: 'joint membership over',
        as: 'paid',
        at: jointCollection,
        act: answeredWith('**/api/collections/*', { isReadOnly: true }),
      },
      {
        name: 'joint arranging',
        as: 'paid',
        at: jointCollection,
        ...pressEither(/^순서·한 줄$|^Order and notes$/),
      },
      { name: 'removed', as: 'paid', at: () => '/app/collections/unknown' },
      { name: 'dead invitation', as: 'free', at: () => '/app/collections/join/unknown' },
      {
        name: 'one people',
        as: 'paid',
        at: oneCollection,
        ...pressEither(/함께할 사람 초대|^Invite people$/),
      },
      { name: 'edit', as: 'paid', at: (known) => `${oneCollection(known)}/edit`, isLong: true },
      { name: 'join', as: 'free', at: ({ inviteId }) => `/app/collections/join/${inviteId}` },
    ],
  },
  {
    name: 'vote',
    states: [
      { name: 'new', as: 'paid', at: (known) => `${oneCollection(known)}/vote`, isLong: true },
      { name: 'asked', as: 'visitor', at: ({ askedVoteId }) => `/vote/${askedVoteId}`, isLong: true },
      { name: 'answered', as: 'visitor', at: aVote, isLong: true, act: answeredHere },
      { name: 'result', as: 'visitor', at: aVote, isLong: true },
      { name: 'owner', as: 'paid', at: aVote, isLong: true },
      { name: 'to delete', as: 'paid', at: aVote, ...pressEither(/^투표 삭제$|^Delete vote$/) },
      { name: 'closed', as: 'visitor', at: ({ closedVoteId }) => `/vote/${closedVoteId}`, isLong: true },
      {
        name: 'after the date',
        as: 'paid',
        at: ({ closedVoteId }) => `/vote/${closedVoteId}`,
        act: answeredWith('**/api/votes/*', { meetsOn: '2026-11-10' }),
      },
      {
        name: 'expired',
        as: 'visitor',
        at: ({ askedVoteId }) => `/vote/${askedVoteId}`,
        act: answeredWith('**/api/votes/*', { isOpen: false, closesAt: Date.parse('2026-11-10') }),
      },
      { name: 'failed', as: 'visitor', at: aVote, fails: '**/api/votes/*' },
      { name: 'dead', as: 'visitor', at: () => '/vote/unknown' },
    ],
  },
  {
    name: 'sources',
    states: [
      { name: 'open', as: 'paid', at: () => '/app/sources' },
      { name: 'time is over', as: 'free', at: () => '/app/sources' },
      { name: 'one', as: 'paid', hasMap: true, at: ({ sourceId }) => `/app/sources/${sourceId}` },
      {
        name: 'followed',
        as: 'paid',
        hasMap: true,
        at: ({ sourceId }) => `/app/sources/${sourceId}`,
        act: (page) => page.getByRole('button', { name: /팔로우/ }).click(),
      },
      { name: 'loading', as: 'paid', at: () => '/app/sources', hangs: '**/api/provided-restaurants' },
    ],
  },
  {
    name: 'settings',
    states: [
      { name: 'paid', as: 'paid', at: () => '/app/settings', isLong: true },
      { name: 'free', as: 'free', at: () => '/app/settings', isLong: true },
      { name: 'admin', as: 'admin', at: () => '/app/settings', isLong: true },
      { name: 'offline', as: 'free', at: () => '/app/settings', goesOffline: true, isLong: true },
      { name: 'long names', as: 'longTexts', at: () => '/app/settings', isLong: true },
      { name: 'high contrast', as: 'paid', at: () => '/app/settings', isHighContrast: true, isLong: true },
    ],
  },
  {
    name: 'outbox',
    states: [
      { name: 'empty', as: 'free', at: () => '/app/outbox' },
      { name: 'waiting', as: 'paid', at: () => '/app/outbox', act: withActions('waiting') },
      { name: 'sending', as: 'paid', at: () => '/app/outbox', act: withActions('sending') },
      { name: 'refused', as: 'paid', at: () => '/app/outbox', act: withActions('refused'), isLong: true },
      { name: 'conflict', as: 'paid', at: () => '/app/outbox', act: withActions('conflict') },
      { name: 'lost', as: 'paid', at: () => '/app/outbox', act: withLostActions },
      { name: 'unreadable', as: 'paid', at: () => '/app/outbox', act: withoutDatabase },
    ],
  },
  {
    name: 'share-my-list',
    states: [
      { name: 'open', as: 'paid', at: () => '/app/share-my-list', isLong: true },
      { name: 'free', as: 'free', at: () => '/app/share-my-list', isLong: true },
      { name: 'new link', as: 'paid', at: () => '/app/share-my-list', act: press('링크 만들기') },
    ],
  },
  {
    name: 'shared-list',
    states: [
      { name: 'visitor', as: 'visitor', hasMap: true, at: ({ shareId }) => `/shared/${shareId}` },
      { name: 'member', as: 'free', hasMap: true, at: ({ shareId }) => `/shared/${shareId}` },
      { name: 'whole', as: 'visitor', hasMap: true, at: ({ shareId }) => `/shared/${shareId}`, isLong: true },
      { name: 'both', as: 'free', at: ({ shareId }) => `/shared/${shareId}?both=1` },
      {
        // This state occurs only if the reader comes from another screen, because a loaded page already contains the
        // list.
        name: 'loading',
        as: 'paid',
        at: () => '/app/share-my-list',
        hangs: '**/api/shared-lists/*',
        act: async (page) => {
          await page
            .getByRole('link', { name: /열어 보기/ })
            .first()
            .click();
          await page.waitForURL('**/shared/*');
        },
      },
      { name: 'dead', as: 'visitor', at: () => '/shared/unknown' },
    ],
  },
  {
    name: 'shared-entry',
    states: [
      {
        name: 'visitor',
        as: 'visitor',
        at: ({ sharedEntryId }) => `/shared-momokzi-journal/${sharedEntryId}`,
        isLong: true,
      },
      { name: 'dead', as: 'visitor', at: () => '/shared-momokzi-journal/unknown' },
    ],
  },
  {
    name: 'journal',
    states: [
      { name: 'timeline', as: 'paid', at: () => '/app/momokzi-journal' },
      { name: 'empty', as: 'newcomer', at: () => '/app/momokzi-journal' },
      { name: 'searched', as: 'paid', at: () => '/app/momokzi-journal?q=비' },
      { name: 'loading', as: 'paid', at: () => '/app/momokzi-journal', hangs: JOURNAL },
      { name: 'failed', as: 'paid', at: () => '/app/momokzi-journal', fails: JOURNAL },
      { name: 'offline', as: 'paid', at: () => '/app/momokzi-journal', goesOffline: true },
      { name: 'update ready', as: 'paid', at: () => '/app/momokzi-journal', act: announceUpdate },
      { name: 'storage full', as: 'paid', at: () => '/app/momokzi-journal', act: fillStorage },
      { name: 'long names', as: 'longTexts', at: () => '/app/momokzi-journal' },
      { name: 'high contrast', as: 'paid', at: () => '/app/momokzi-journal', isHighContrast: true },
    ],
  },
  {
    name: 'journal-entry',
    states: [
      { name: 'open', as: 'paid', at: ({ entryId }) => `/app/momokzi-journal/${entryId}`, isLong: true },
      {
        name: 'long names',
        as: 'longTexts',
        at: ({ entryId }) => `/app/momokzi-journal/${entryId}`,
        isLong: true,
      },
      { name: 'unknown', as: 'paid', at: () => '/app/momokzi-journal/01890000-0000-7000-8000-000000000000' },
    ],
  },
  {
    name: 'journal-write',
    states: [
      { name: 'open', as: 'paid', at: () => '/app/momokzi-journal/write', isLong: true },
      { name: 'edit', as: 'paid', at: ({ entryId }) => `/app/momokzi-journal/${entryId}/edit`, isLong: true },
      {
        name: 'refused',
        as: 'free',
        at: () => '/app/momokzi-journal/write',
        isLong: true,
        act: press(/남기기|저장|기록/),
      },
    ],
  },
  {
    name: 'yearly-review',
    states: [
      { name: 'open', as: 'paid', at: () => '/app/momokzi-journal/yearly-review', isLong: true },
      { name: 'empty', as: 'newcomer', at: () => '/app/momokzi-journal/yearly-review' },
    ],
  },
  {
    name: 'leaving',
    states: [{ name: 'open', as: 'paid', at: () => '/app/user-deletion-request', isLong: true }],
  },
  {
    name: 'admin',
    states: [
      ...ADMIN_SECTIONS.map((section) => ({
        name: section,
        as: 'admin' as const,
        at: () => `/app/admin/${section}`,
        isLong: true as const,
      })),
      { name: 'backup failed', as: 'admin', at: () => '/app/admin/overview', act: backupFailed },
      { name: 'category', as: 'admin', at: () => '/app/admin/categories', act: press('카테고리 추가') },
      { name: 'source', as: 'admin', at: () => '/app/admin/sources', act: press('수정') },
      { name: 'provide', as: 'admin', at: () => '/app/admin/provided', act: press('맛집 제공하기') },
      { name: 'reject', as: 'admin', at: () => '/app/admin/reviews', act: press(/거절하기/) },
    ],
  },
  {
    name: 'payment',
    states: [
      { name: 'upgrade', as: 'free', at: () => '/app/upgrade', isLong: true },
      { name: 'upgrade ten used', as: 'full', at: () => '/app/upgrade', isLong: true },
      { name: 'upgrade paid', as: 'paid', at: () => '/app/upgrade', isLong: true },
      { name: 'free', as: 'free', at: () => '/app/payment', isLong: true },
      { name: 'paid', as: 'paid', at: () => '/app/payment', isLong: true },
      { name: 'no consent', as: 'free', at: () => '/app/payment', isLong: true, act: press(/결제하기/) },
      { name: 'unknown', as: 'free', at: () => '/app/payment?paymentId=unknown' },
      { name: 'loading', as: 'free', at: () => '/app/payment', hangs: MEMBERSHIP },
      { name: 'failed', as: 'free', at: () => '/app/payment', fails: MEMBERSHIP },
      { name: 'history', as: 'payer', at: () => '/app/payment-history', isLong: true },
      { name: 'history empty', as: 'newcomer', at: () => '/app/payment-history' },
      {
        name: 'history loading',
        as: 'payer',
        at: () => '/app/payment-history',
        hangs: '**/api/membership/payments*',
      },
      { name: 'refund', as: 'payer', at: () => '/app/payment-history', act: press('환불하기') },
      { name: 'refund refused', as: 'payer', at: () => '/app/payment-history', act: refundRefused },
      {
        name: 'history failed',
        as: 'paid',
        at: () => '/app/payment-history',
        fails: '**/api/membership/payments*',
      },
    ],
  },
  {
    name: 'documents',
    states: [
      { name: 'terms', as: 'visitor', at: () => '/terms-of-service', isLong: true },
      { name: 'privacy', as: 'visitor', at: () => '/privacy-policy', isLong: true },
      { name: 'refunds', as: 'visitor', at: () => '/refund-policy', isLong: true },
      { name: 'faq', as: 'visitor', at: () => '/faq', isLong: true },
      { name: 'about', as: 'paid', at: () => '/app/about', isLong: true },
      { name: 'member faq', as: 'paid', at: () => '/app/faq', isLong: true },
    ],
  },
];

import type { CodeFiles } from './merge-chunks.ts';

/**
 * Returns which code is in which file of the build (merge-chunks.ts). A page or dialog that is not listed gets a file of
 * its own, for example large libraries and the texts of the questions.
 *
 * @param root the folder of the repository, with a slash at the end
 */
export function codeFiles(root: string): CodeFiles {
  const at = (...paths: string[]) => paths.map((path) => root + path);
  return {
    entry: `${root}web/start.ts`,
    first: {
      first: at('web/main.tsx'),
      list: at('web/routes/HomePage.tsx'),
      navigation: at(
        'web/routes/MemberNavigation.tsx',
        'web/documents/documents.ts',
        'web/documents/keep-documents.ts',
        'web/documents/read-or-stored.ts',
        'web/follow-keyboard.ts',
      ),
      problems: at('messages/compiled/problem-sentences.js'),
    },
    later: {
      start: at(
        'web/routes/after-start.ts',
        'web/documents/shared-pictures.ts',
        'web/map/google/load-google-maps.ts',
        'web/map/kakao/load-kakao-maps.ts',
        'web/send-in-parts.ts',
        'web/shell/SlideMenu.tsx',
        'web/ui/clear-toasts.ts',
        'web/ui/reach-toasts.ts',
        'features/collections/web/collections.outbox.ts',
        'features/journal/web/journal.outbox.ts',
        'features/restaurants/web/restaurants.outbox.ts',
        'features/restaurants/web/home/FirstUse.tsx',
        'features/restaurants/web/home/HomeMap.tsx',
        'features/restaurants/web/provided/ProvidedTicket.tsx',
        'features/restaurants/web/provided/read-provided.ts',
      ),
      search: at('features/places/personal-search.rules.ts'),
      virtual: at('web/ui/WindowRows.tsx'),
      controls: at('web/ui/Checkbox.tsx', 'web/ui/Field.tsx', 'features/photos/web/PhotoImage.tsx'),
      forms: at(
        'web/forms.ts',
        'features/restaurants/web/form/SavedRestaurantFields.tsx',
        'features/reviews/web/ReportDialog.tsx',
        'features/reviews/web/ReviewEditor.tsx',
      ),
    },
    visitors: ['shared-list', 'votes', 'sign-in'],
    areas: {
      'shared-list': { 'shared-list': /SharedListPage|SharedEntryPage/ },
      votes: { votes: /VotePage|JoinPage/ },
      'sign-in': {
        'sign-in': /features\/account\/(?:sign-in|sign-up|mail-links|providers|recovery)\//,
      },
      offline: {
        restaurant:
          /web\/routes\/RestaurantPage|features\/restaurants\/web\/(?:home\/(?!VirtualRows)|detail|provided|dialogs)|ReviewVisibility|ReviewsOfPlace|JournalOfRestaurant|Collect(?:Button|Dialog|ionChoice)|PhotoViewer|TodayWithShares/,
        add: /web\/routes\/(?:AddPage|FromSourcePage)|EditRestaurantPage|features\/restaurants\/web\/(?:sources|from-source)/,
        journal: /features\/journal\/web\/|web\/routes\/JournalEntryPage/,
        shell: /web\/(?:shell|offline|outbox|documents)\//,
      },
      online: {
        collections: /features\/collections\/web\/(?!Arrange)/,
        reviews: /features\/reviews\/web\//,
        sharing: /features\/sharing\/web\//,
        account: /features\/account\/(?:settings|deletion)\//,
        transfer: /features\/transfer\/(?:list-files|web\/(?:DataPage|import))/,
        membership: /features\/membership\/web\//,
        admin: /features\/admin\/web\//,
        site: /features\/(?:following|site)\/web\/(?!faq)/,
      },
    },
  };
}

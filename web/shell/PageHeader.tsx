import { useLocation } from '@tanstack/react-router';
import { ArrowLeft, House } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { IconButton, IconLink } from '#web/ui/IconButton.tsx';
import { classes } from '#web/ui/classes.ts';
import { keepFocus } from './focus.ts';
import { MenuButton } from './MenuButton.tsx';
import { useLeave } from './use-leave.ts';
import { usePageTitle } from './use-page-title.ts';

type BackTo =
  | typeof paths.home
  | typeof paths.landing
  | typeof paths.journal
  | typeof paths.collections
  | typeof paths.sources
  | typeof paths.settings;

/** The pages of the navigation bar. The bar already leads away from them, so their header has no 뒤로 and no 홈으로. */
const TABS: readonly string[] = [paths.journal, paths.collections];

/** The header of a page, which stays at the top while the page scrolls. It also sets the browser's title. */
export function PageHeader({
  title,
  browserTitle = title,
  isTitleHeading = true,
  backTo = paths.home,
  actions,
  className = 'max-w-[1080px]',
}: {
  title: string;
  /** The title of the browser. It is for a page that shows its title in its own h1 directly below the header. */
  browserTitle?: string | undefined;
  /** Whether the title is the h1. It is false if the page has its own h1, such as the name of a place. */
  isTitleHeading?: boolean;
  /** The page to which 뒤로 leads if this page was opened by its URL. */
  backTo?: BackTo;
  actions?: ReactNode;
  /** The classes of the header's content. They must set the same width as the content of the page. */
  className?: string;
}) {
  usePageTitle(browserTitle);
  const isTab = useLocation({ select: ({ pathname }) => TABS.includes(pathname) });
  const Title = isTitleHeading ? 'h1' : 'p';
  return (
    <header className="sticky top-0 z-30 bg-bg">
      <div className={classes('mx-auto flex h-[56px] items-center gap-[4px] px-[6px]', className)}>
        {!isTab && <BackButton backTo={backTo} />}
        <Title
          ref={isTitleHeading ? keepFocus : undefined}
          className={classes('type-h3 min-w-0 flex-1 truncate forced-colors:pl-1.5', isTab && 'pl-[10px]')}
        >
          {title}
        </Title>
        {actions}
        {!isTab && (
          // The path of every member page begins with /app. Only the exact path is the home page.
          <IconLink to={paths.home} label={m.shell_home()} activeOptions={{ exact: true }}>
            <House aria-hidden="true" />
          </IconLink>
        )}
        <MenuButton />
      </div>
    </header>
  );
}

function BackButton({ backTo }: { backTo: BackTo }) {
  const leave = useLeave({ to: backTo });
  return (
    <IconButton label={m.shell_back()} onClick={leave}>
      <ArrowLeft aria-hidden="true" />
    </IconButton>
  );
}

import {
  Bell,
  ChevronRight,
  CloudUpload,
  CreditCard,
  Globe,
  LogOut,
  type LucideIcon,
  MessageSquareText,
  NotebookPen,
  ReceiptText,
  Share2,
  ShieldCheck,
  Ticket,
  UserRound,
  X,
} from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#messages';
import { useOutboxCount } from '#web/outbox/page-outbox.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { ColourBars } from '#web/ui/ColourBars.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

const ENTRIES = [
  { to: paths.settings, label: m.shell_menu_settings, icon: UserRound },
  { to: paths.payment, label: m.shell_menu_payment, icon: CreditCard },
  { to: paths.paymentHistory, label: m.shell_menu_payment_history, icon: ReceiptText },
  { to: paths.journal, label: m.shell_menu_journal, icon: NotebookPen },
  { to: paths.shareMyList, label: m.shell_menu_share_list, icon: Share2 },
  { to: paths.faq, label: m.shell_menu_faq, icon: MessageSquareText },
  { to: paths.about, label: m.shell_menu_about, icon: Globe },
] as const;

const ADMIN = { to: paths.admin, label: m.admin_title, icon: ShieldCheck } as const;

const ENTRY_CLASSES =
  'flex min-h-[52px] w-full items-center gap-3.5 px-5 text-left font-semibold hover:bg-sunken focus-visible:-outline-offset-3';

export function SlideMenu({
  isOpen,
  onClose,
  nickname,
  isPaid,
  isAdmin,
  idLine,
  unread,
  onLogOut,
}: {
  isOpen: boolean;
  onClose: () => void;
  /** The nickname with 님, such as 은조님. Without a nickname, it is 사용자. */
  nickname: string;
  isPaid: boolean;
  isAdmin: boolean;
  /** The line about the sign-in method. It is one of the three texts of the specification. */
  idLine: string;
  unread: number;
  onLogOut: () => void;
}) {
  const waiting = useOutboxCount();
  const [isAsking, setAsking] = useState(false);
  return (
    <Drawer isOpen={isOpen} onClose={onClose} label={m.shell_menu()}>
      <nav aria-label={m.shell_menu()} className="pt-3 pb-4">
        <div className="pr-2 pb-3 pl-5">
          <div className="flex items-center justify-between gap-2">
            <b className="type-h2 truncate">{nickname}</b>
            <IconButton label={m.shell_menu_close()} onClick={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </div>
          {isPaid && (
            <p className="mt-0.5">
              <Pill kind="badge">
                <Ticket aria-hidden="true" />
                {m.shell_menu_paid()}
              </Pill>
            </p>
          )}
          <p className="type-caption mt-2 text-ink-3">{idLine}</p>
        </div>
        <ColourBars className="mx-5 mb-2 h-1" />
        <ul>
          <NotificationsEntry unread={unread} onClose={onClose} />
          {waiting > 0 && (
            <li>
              <Link to={paths.outbox} className={ENTRY_CLASSES} onClick={onClose}>
                <EntryFace icon={CloudUpload} label={m.outbox_title_count({ count: waiting })} />
              </Link>
            </li>
          )}
          {(isAdmin ? [ADMIN, ...ENTRIES] : ENTRIES).map(({ to, label, icon }) => (
            <li key={to}>
              <Link to={to} className={ENTRY_CLASSES} activeOptions={{ exact: true }} onClick={onClose}>
                <EntryFace icon={icon} label={label()} />
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              className={ENTRY_CLASSES}
              onClick={() => (waiting > 0 ? setAsking(true) : onLogOut())}
            >
              <EntryFace icon={LogOut} label={m.shell_menu_log_out()} />
            </button>
          </li>
        </ul>
        <div className="mx-5 mt-3 flex flex-wrap items-center justify-between gap-2 border-t-2 border-dashed border-perf pt-3">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </nav>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={m.outbox_log_out_title({ count: waiting })}
        text={m.outbox_log_out_text()}
        confirmLabel={m.outbox_log_out_confirm()}
        onConfirm={() => {
          setAsking(false);
          onLogOut();
        }}
      />
    </Drawer>
  );
}

function NotificationsEntry({ unread, onClose }: { unread: number; onClose: () => void }) {
  return (
    <li>
      <Link
        to={paths.notifications}
        className={ENTRY_CLASSES}
        activeOptions={{ exact: true }}
        onClick={onClose}
      >
        <EntryFace
          icon={Bell}
          label={
            unread > 0 ? m.notifications_title_count({ count: numberOf(unread) }) : m.notifications_title()
          }
        />
      </Link>
    </li>
  );
}

function EntryFace({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <>
      <Icon className="size-5 flex-none" aria-hidden="true" />
      <span className="min-w-0 flex-1">{label}</span>
      <ChevronRight className="size-4 flex-none text-ink-3" aria-hidden="true" />
    </>
  );
}

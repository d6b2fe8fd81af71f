import { Check, CircleAlert, Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '#messages';
import { notStored } from '#web/first-screen/not-stored.ts';
import { createStore, useStore } from '#web/store.ts';

/** The kind of a toast. A `note` is neither a success nor an error. */
type ToastKind = 'status' | 'note' | 'alert';

export type ToastAction = { label: string; onPress: () => void };

type Toast = {
  id: number;
  text: string;
  kind: ToastKind;
  isAlert: boolean;
  actions: readonly ToastAction[];
  milliseconds: number;
};

const ICONS = { status: Check, note: Info, alert: CircleAlert };

const MAX_TOASTS = 3;
const STATUS_MS = 3_000;
const ALERT_MS = 5_000;
const WITH_ACTION_MS = 6_000;
/**
 * A message of the previous screen is shown for this number of milliseconds. The time is short, because the new screen
 * already shows the result.
 */
export const PENDING_TOAST_MS = 1_000;

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/**
 * Shows a message. An alert interrupts a screen reader. `isAlert` makes a success an alert. A message with an action (되돌리기) stays for 6 s, another alert
 * for 5 s, and another message for 3 s. The timer pauses while the message is under the pointer or contains the focus.
 */
export function showToast(
  text: string,
  {
    kind = 'status',
    isAlert = kind === 'alert',
    action,
    firstAction,
    milliseconds,
  }: {
    kind?: ToastKind;
    isAlert?: boolean;
    action?: ToastAction | undefined;
    /** An action that is shown before `action`. */
    firstAction?: ToastAction | undefined;
    milliseconds?: number;
  } = {},
) {
  const withoutActionMs = isAlert ? ALERT_MS : STATUS_MS;
  const lifetime = milliseconds ?? (action ? WITH_ACTION_MS : withoutActionMs);
  lastId += 1;
  const actions = [firstAction, action].filter((each) => each !== undefined);
  const toast = { id: lastId, text, kind, isAlert, actions, milliseconds: lifetime };
  toasts.set([...toasts.get(), toast].slice(-MAX_TOASTS));
}

/** Sets `--toasts` to the height of the toasts and their margins, for elements that toasts must not cover. */
function measure(region: HTMLElement) {
  const observer = new ResizeObserver(() => {
    const { offsetHeight } = region;
    document.body.style.setProperty('--toasts', offsetHeight ? `${offsetHeight + 24}px` : '');
    if (!offsetHeight) return;
    // If a module cannot be loaded, the toasts stay at their usual place, or Tab does not reach them from a dialog.
    void import('./clear-toasts.ts').then(
      (code) => code.keepButtonsClear(region),
      () => {},
    );
    void import('./reach-toasts.ts').then(
      (code) => code.reachFromDialogs(region),
      () => {},
    );
  });
  observer.observe(region);
  return () => observer.disconnect();
}

export function ToastRegion() {
  const shown = useStore(toasts);
  return (
    <section ref={measure} aria-label={m.kit_toasts()} className="toasts" {...notStored('content')}>
      {/* A dialog hides the page from screen readers, except elements with `aria-live`. */}
      <div role="status" aria-live="polite" className="contents">
        {shown.map((toast) => !toast.isAlert && <ToastBlock key={toast.id} toast={toast} />)}
      </div>
      <div role="alert" aria-live="assertive" className="contents">
        {shown.map((toast) => toast.isAlert && <ToastBlock key={toast.id} toast={toast} />)}
      </div>
    </section>
  );
}

function ToastBlock({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const { id, milliseconds } = toast;
  const Icon = ICONS[toast.kind];
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismiss(id), milliseconds);
    return () => clearTimeout(timer);
  }, [isHeld, id, milliseconds]);
  return (
    <div
      className="toast"
      data-kind={toast.kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="flex min-w-0 items-center gap-2.5 py-3">
        <Icon className="size-5 flex-none" aria-hidden="true" />
        {toast.text}
      </span>
      {toast.actions.length > 0 && (
        <span className="-mr-2 ml-auto flex flex-none flex-wrap">
          {toast.actions.map(({ label, onPress }) => (
            <button
              key={label}
              type="button"
              className="min-h-11 px-2 font-bold underline underline-offset-4"
              onClick={() => {
                onPress();
                dismiss(id);
              }}
            >
              {label}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}

const dismiss = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id));

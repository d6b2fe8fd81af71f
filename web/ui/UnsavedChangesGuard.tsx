import { useBlocker } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react';
import { m } from '#messages';
import { watchEditing } from '#web/form/editing.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Guards = Map<string, () => boolean>;

const ScopeContext = createContext<Guards | null>(null);

/** Combines the guards of several forms on one page, so that the member is asked only once. */
export function UnsavedChangesScope({ children }: { children: ReactNode }) {
  const [guards] = useState<Guards>(() => new Map());
  return (
    <ScopeContext value={guards}>
      {children}
      <Question isUnsaved={() => [...guards.values()].some((isUnsaved) => isUnsaved())} />
    </ScopeContext>
  );
}

/** Asks the member before unsaved changes are lost by a link, Back or closing the tab. */
export function UnsavedChangesGuard({ isUnsaved }: { isUnsaved: () => boolean }) {
  const guards = use(ScopeContext);
  const id = useId();
  useEffect(() => {
    guards?.set(id, isUnsaved);
    return () => void guards?.delete(id);
  }, [guards, id, isUnsaved]);
  return guards ? null : <Question isUnsaved={isUnsaved} />;
}

function Question({ isUnsaved }: { isUnsaved: () => boolean }) {
  useEffect(() => watchEditing(isUnsaved), [isUnsaved]);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isUnsaved,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      title={m.kit_leave_title()}
      text={m.kit_leave_text()}
      cancelLabel={m.kit_leave_stay()}
      confirmLabel={m.kit_leave_go()}
      isDangerous
      closesOnBack={false}
      onConfirm={() => proceed?.()}
    />
  );
}

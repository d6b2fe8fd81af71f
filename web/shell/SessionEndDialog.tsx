import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Asks the member to sign in in another tab. This page therefore keeps all input. */
export function SessionEndDialog({
  isOpen,
  sentence,
  onClose,
}: {
  isOpen: boolean;
  sentence: string | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.shell_session_end_title()}
      text={sentence ? `${sentence} ${m.shell_session_end_text()}` : m.shell_session_end_text()}
    >
      <a
        href={paths.login}
        target="_blank"
        rel="noopener"
        className={buttonClasses({ look: 'primary', size: 'regular', className: 'mt-5 w-full' })}
      >
        {m.shell_session_end_sign_in()}
      </a>
    </Dialog>
  );
}

import { Copy, Download, Printer } from 'lucide-react';
import { m } from '#messages';
import { saveFile } from '#web/browser/save-file.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { UnsavedChangesGuard } from '#web/ui/UnsavedChangesGuard.tsx';
import { markBody } from '#web/ui/mark-body.ts';
import { copySecret } from './copy-secret.ts';
import './recovery-codes.css';

const markForPrint = markBody('data-recovery-codes');

export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[] | null;
  onClose: () => void;
}) {
  return (
    <>
      <UnsavedChangesGuard isUnsaved={() => codes !== null} />
      <Dialog
        isOpen={codes !== null}
        onClose={onClose}
        title={m.security_codes_title()}
        text={m.security_codes_text()}
        closesOnBack={false}
      >
        {codes && (
          <div className="mt-4 grid gap-4">
            <ul
              ref={markForPrint}
              aria-label={m.security_codes_list()}
              className="recovery-codes numbers grid grid-cols-2 gap-x-4 gap-y-2 rounded-field bg-sunken px-4 py-3 font-mono"
            >
              {codes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ul>
            <div className="grid grid-cols-3 gap-2">
              <Button
                look="soft"
                size="small"
                className={SLIM}
                onClick={() => void copySecret(codes.join('\n'))}
              >
                <Copy aria-hidden="true" />
                {m.security_codes_copy()}
              </Button>
              <Button look="soft" size="small" className={SLIM} onClick={() => download(codes)}>
                <Download aria-hidden="true" />
                {m.security_codes_download()}
              </Button>
              <Button look="soft" size="small" className={SLIM} onClick={() => window.print()}>
                <Printer aria-hidden="true" />
                {m.security_codes_print()}
              </Button>
            </div>
            <Button onClick={onClose}>{m.security_codes_done()}</Button>
          </div>
        )}
      </Dialog>
    </>
  );
}

/** Three buttons with icons must fit side by side on a phone. */
const SLIM = 'gap-1! px-1! whitespace-nowrap';

function download(codes: readonly string[]): void {
  const text = [m.security_codes_file(), m.security_codes_file_note(), '', ...codes, ''].join('\n');
  saveFile(new File([text], `${m.security_codes_file()}.txt`, { type: 'text/plain;charset=utf-8' }));
}

import { Bookmark, ChevronDown, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { m } from '#messages';
import { bookmarkletOf, captureUrl, curlOf } from '#features/transfer/capture.rules.ts';
import { copyText } from '#web/browser/copy-text.ts';
import { Button, buttonClasses } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { DataSection } from './DataSection.tsx';
import { StepPicture, type StepKind } from './StepPicture.tsx';

/** 다른 앱에서 담기: how a text or a page of another app gets here, on Android, iPhones, computers and from programs. */
export function CaptureSection() {
  const { origin } = location;
  const example = { name: m.capture_example_name(), address: m.capture_example_address() };
  return (
    <DataSection title={m.capture_title()} text={m.capture_text()}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <Way title={m.capture_android()}>
          <p>{m.capture_android_text()}</p>
        </Way>
        <Way title={m.capture_iphone()}>
          <ol role="list" className="grid gap-3">
            {iphoneSteps().map(({ kind, text }, at) => (
              <li key={kind} className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-3">
                <StepPicture kind={kind} />
                <p>
                  <b className="numbers text-ink">{at + 1}</b> {text}
                </p>
              </li>
            ))}
          </ol>
          <Code label={m.capture_iphone_url()} value={captureUrl(origin)} />
        </Way>
        <Way title={m.capture_computer()}>
          <p>{m.capture_computer_text()}</p>
          <Bookmarklet href={bookmarkletOf(origin)} />
          <Code label={m.capture_computer_code()} value={bookmarkletOf(origin)} />
        </Way>
        <Way title={m.capture_program()}>
          <p>{m.capture_program_text()}</p>
          <Code label={m.capture_program_command()} value={curlOf(origin, example)} />
        </Way>
      </div>
    </DataSection>
  );
}

const iphoneSteps = (): readonly { kind: StepKind; text: string }[] => [
  { kind: 'shortcut', text: m.capture_iphone_new() },
  { kind: 'encode', text: m.capture_iphone_encode() },
  { kind: 'open', text: m.capture_iphone_open() },
  { kind: 'shared', text: m.capture_iphone_share() },
];

const Way = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group rounded-card bg-surface px-4 shadow-1">
    <summary className="type-body flex min-h-12 cursor-pointer items-center font-semibold">
      {title}
      <ChevronDown aria-hidden="true" className="ml-auto size-5 group-open:rotate-180" />
    </summary>
    <div className="type-sub grid grid-cols-[minmax(0,1fr)] gap-3 pb-4 text-ink-2">{children}</div>
  </details>
);

/**
 * A link to drag to the bar of bookmarks. React refuses addresses that are scripts, so the address is set afterwards. The
 * policy of the site keeps the browser from running it here.
 */
function Bookmarklet({ href }: { href: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.setAttribute('href', href), [href]);
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the effect sets the address
    <a
      ref={link}
      className={buttonClasses({
        look: 'secondary',
        size: 'small',
        className: 'justify-self-start max-lg:hidden',
      })}
    >
      <Bookmark aria-hidden="true" />
      {m.capture_computer_name()}
    </a>
  );
}

function Code({ label, value }: { label: string; value: string }) {
  const copy = () => copyText(value, { copied: m.capture_copied(), failed: m.capture_copy_failed() });
  return (
    <>
      <Field label={label}>
        <TextInput
          value={value}
          readOnly
          className="font-mono"
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
      <Button look="soft" size="small" className="justify-self-start" onClick={() => void copy()}>
        <Copy aria-hidden="true" />
        {m.capture_copy({ label })}
      </Button>
    </>
  );
}

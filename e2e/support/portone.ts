import type { FrameLocator, Locator, Page } from '@playwright/test';
import { sandboxPages } from './sandbox.ts';

type State = { payments: { id: string; attempts: { status: string }[] }[] };

async function control(path: string, body: object): Promise<State> {
  const answer = await fetch(`${sandboxPages().payments}/sandbox/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The sandbox refused ${path}: ${await answer.text()}`);
  return (await answer.json()) as State;
}

/** Sets switches of the sandbox (tools/sandbox/portone/switches.ts). */
export const injectFault = (switches: object) => control('switches', switches);
export const resetFaults = () => control('reset-faults', {});

export const atConsole = (wanted: { action: 'cancel' | 'confirm' | 'dispute'; paymentId: string }) =>
  control('console', wanted);

/** Returns the last payment with the state of its last attempt. */
export async function latestPayment(): Promise<{ id: string; status: string | undefined } | undefined> {
  const latest = (await control('state', {})).payments.at(-1);
  return latest && { id: latest.id, status: latest.attempts.at(-1)?.status };
}

/** Returns the payment window of wide screens, which is a frame. On phones, the page itself is the payment window. */
export const windowIn = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="테스트 결제"]:not([hidden])');

export const ending = (where: Page | FrameLocator, label: string): Locator =>
  where.getByRole('button', { name: new RegExp(`^${label.replaceAll(/[()]/g, '\\$&')}`) });

export const chooseEnding = (where: Page | FrameLocator, label: string) => ending(where, label).click();

/** Message between tabs of one browser: who is signed in now. */
export type AccountMessage = { uid: string | null };

const CHANNEL = 'momokzi.account';

/** Notifies the other tabs of this browser. */
export function notifyOtherTabs(news: AccountMessage): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(news);
  channel.close();
}

/** @returns a function that unsubscribes */
export function listenToOtherTabs(listener: (news: AccountMessage) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<AccountMessage>) => listener(data);
  return () => channel.close();
}

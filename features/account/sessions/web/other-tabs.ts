/** Message about the account of another tab. `uid` is null if the person has signed out. */
export type AccountMessage = { uid: string | null };

const CHANNEL = 'momokzi.account';

export function notifyOtherTabs(news: AccountMessage): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(news);
  channel.close();
}

/** Calls the listener for messages of other tabs. @returns a function that unsubscribes */
export function listenToOtherTabs(listener: (news: AccountMessage) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<AccountMessage>) => listener(data);
  return () => channel.close();
}

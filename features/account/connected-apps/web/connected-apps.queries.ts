import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import {
  decideConnection,
  disconnectApp,
  listConnectedApps,
  readConnectionRequest,
} from '#features/account/connected-apps/connected-apps.contract.ts';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';

export const connectedAppsQuery = queryOptions({
  queryKey: ['connected-apps'],
  queryFn: ({ signal }) => call(listConnectedApps, { signal }),
});

export const connectionRequestQuery = (request: string) =>
  queryOptions({
    queryKey: ['connection-request', request],
    queryFn: ({ signal }) => call(readConnectionRequest, { body: { request }, signal }),
  });

/** Sends the decision, and leaves for the app. */
export const useDecideConnection = () =>
  useMutation({
    mutationFn: (body: { request: string; isAllowed: boolean; mayWrite: boolean }) =>
      call(decideConnection, { body }),
    onSuccess: ({ url }) => location.assign(url),
  });

export function useDisconnectApp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (appId: string) => call(disconnectApp, { params: { appId } }),
    onSuccess: () => showToast(m.settings_apps_disconnected()),
    onError: (problem) => showToast(messageOf(problem), { kind: 'alert' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: connectedAppsQuery.queryKey }),
  });
}

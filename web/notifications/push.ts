import { queryOptions, useMutation } from '@tanstack/react-query';
import { serviceWorkerPath } from '#shared/offline.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc, trpcClient } from '#web/api/trpc.ts';
import { t } from '#web/texts/app.ts';

/** The list is loaded each time the settings open, because devices are added and removed elsewhere too. */
export const pushDevicesQuery = () => ({ ...trpc.notifications.pushDevices.queryOptions(), staleTime: 0 });
const invalidateDevices = () => queryClient.invalidateQueries(trpc.notifications.pushDevices.queryFilter());

type PushSupport = 'available' | 'blocked' | 'homeScreen' | 'unsupported';

/** Whether this browser can get push notifications. Those of iPhones and iPads can only if the site is on the Home Screen. */
export function getPushSupport(): PushSupport {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  if (!isSupported) return /\b(?:iPhone|iPad)\b/.test(navigator.userAgent) ? 'homeScreen' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'available';
}

/** The server's public key that a subscription accepts notifications from, in base64url. */
const keyOf = ({ options: { applicationServerKey: key } }: PushSubscription) =>
  key &&
  btoa(String.fromCodePoint(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

async function subscribe(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(serviceWorkerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.getSubscription();
  if (subscription && keyOf(subscription) === publicKey) return subscription;
  await subscription?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

const toDevice = (subscription: PushSubscription) => {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
};

/**
 * Asks the person, subscribes this browser and shows a first notification.
 * @throws Error with a message for the user
 */
async function turnOn(publicKey: string): Promise<void> {
  const permission = await Notification.requestPermission();
  // The settings say what to do in a browser that blocks notifications.
  if (permission === 'denied') return;
  if (permission !== 'granted') throw new Error(t('notifications.pushNotAllowed'));
  const subscription = await subscribe(publicKey).catch(() => {
    throw new Error(t('notifications.pushNotSubscribed'));
  });
  await trpcClient.notifications.addPushDevice.mutate({ ...toDevice(subscription), publicKey });
  const registration = await navigator.serviceWorker.ready;
  await registration.showNotification(t('notifications.pushIsOn'), { tag: 'on', data: { path: location.pathname } });
}

export const useTurnOnPush = () => useMutation({ mutationFn: turnOn, onSettled: invalidateDevices });

type Device = Outputs['notifications']['pushDevices']['items'][number];

/** Turns a device off. This browser also gives up its subscription. */
async function turnOff({ id, isCurrent }: Pick<Device, 'id' | 'isCurrent'>): Promise<void> {
  await trpcClient.notifications.removePushDevice.mutate({ id });
  if (isCurrent) await (await getSubscription())?.unsubscribe();
}

export const useTurnOffPush = () => useMutation({ mutationFn: turnOff, onSettled: invalidateDevices });

async function getSubscription(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.pushManager.getSubscription();
}

/**
 * Keeps push notifications on after a new sign-in in the same browser, and after the server changed its key. It does nothing in
 * a browser in which this person had not turned them on.
 */
async function continuePush(): Promise<boolean> {
  if (getPushSupport() !== 'available' || Notification.permission !== 'granted') return false;
  const before = await getSubscription();
  if (!before) return false;
  const { publicKey, items } = await trpcClient.notifications.pushDevices.query();
  const { endpoint } = before;
  const current = items.find(({ isCurrent }) => isCurrent);
  if (current?.endpoint === endpoint && keyOf(before) === publicKey) return true;
  const device = { ...toDevice(await subscribe(publicKey)), publicKey };
  await trpcClient.notifications.addPushDevice.mutate({ ...device, replaces: current?.endpoint ?? endpoint });
  void invalidateDevices();
  return true;
}

/** Runs once after each sign-in and load of the app. The settings show if it did not work. */
export const continuePushQuery = (isImpersonating: boolean) =>
  queryOptions({
    queryKey: ['continue-push'],
    queryFn: continuePush,
    enabled: !isImpersonating,
    staleTime: Infinity,
    retry: false,
  });

/** Someone who first has to sign in comes back to the address of the notification without a new load of the page. */
const addresses = [...performance.getEntriesByType('navigation').map(({ name }) => name), location.href];
let openedNotification = addresses.map((address) => new URL(address).searchParams.get('notification')).find(Boolean) ?? null;

/** Returns the id of the push notification that opened this page, once. The router may have cleaned the address already. */
export function takeOpenedNotification(): string | null {
  const id = openedNotification;
  openedNotification = null;
  return id;
}

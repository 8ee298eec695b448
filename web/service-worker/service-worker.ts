/** The service worker of all pages. It shows push notifications, and answers navigations without a connection. */
import { answerNavigations } from './navigations.ts';
import { showPushMessages } from './push-messages.ts';
import type { Scope } from './scope.ts';

const scope = globalThis as unknown as Scope;
showPushMessages(scope);
answerNavigations(scope);

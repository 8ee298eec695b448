import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './global.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { MantineProvider } from '@mantine/core';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './flags.ts';
import { App } from './App.tsx';
import { firstScreen } from './first-screen.ts';
import { nextTurn } from './next-turn.ts';
import { history } from './router.ts';
import { onSessionChangedElsewhere } from './session.ts';
import { cssVariablesResolver, theme } from './theme.ts';
import { queryClient } from './query-client.ts';
import { Toaster } from './ui/Toaster.tsx';

/**
 * Schemas are read, not compiled: the page's policy lets no text become script (server/built-app.ts). It is what Zod's own
 * `config` sets, which would bring 3 KB of Zod to the first load.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** Another tab logged out or became somebody else: nothing read so far may stay on this screen. */
onSessionChangedElsewhere(() => {
  queryClient.clear();
  history.push('/');
});

async function start(): Promise<void> {
  // By now the modules have been evaluated, which took long enough.
  await nextTurn();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const app = createRoot(root);
  await nextTurn();
  const begun = await firstScreen();
  // In small steps, between which the page answers.
  startTransition(() =>
    app.render(
      <StrictMode>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
          <QueryClientProvider client={queryClient}>
            <App begun={begun} />
            <Toaster />
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  );
}

start().catch((cause: unknown) => {
  // The opening says that the page did not load whole (server/site/opening.ts).
  document.documentElement.dataset['failed'] = '';
  throw cause;
});

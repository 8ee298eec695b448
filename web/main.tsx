import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './global.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { MantineProvider } from '@mantine/core';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './flags.ts';
import { App } from './App.tsx';
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

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const app = createRoot(root);
// In small steps, between which the page answers.
startTransition(() =>
  app.render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <App />
          <Toaster />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  ),
);

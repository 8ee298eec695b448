import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCeleroGateway } from '#server/gateway/celero/celero.ts';
import { startSimulator } from '#server/gateway/simulator/simulator.ts';
import { createCardToken, testCards, testGatewayKeys } from '#tests/helpers/test-cards.ts';
import { type CardKind, gatewayContract, type OpenedGateway } from './contract.ts';

const numbers: Record<CardKind, string> = {
  good: testCards.approved,
  'another good': '5555555555554444',
  declined: testCards.declined,
  partial: testCards.partial,
  'answer lost': testCards.lostAnswer,
  fails: testCards.serverError,
  slow: testCards.slow,
};

/** The adapter against the simulator over HTTP. */
async function openCelero(): Promise<OpenedGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-contract-'));
  const ledgerFile = join(folder, 'ledger.sqlite');
  const simulator = await startSimulator({ ...testGatewayKeys, ledgerFile, slowAnswerMs: 1200 });
  const settling = await startSimulator({ ...testGatewayKeys, ledgerFile, settleAfterMs: 0 });
  const closed = await startSimulator({ ...testGatewayKeys, ledgerFile });
  await closed.close();
  const at = (url: string, timeoutMs = 5000) => createCeleroGateway({ url, apiKey: testGatewayKeys.apiKey, timeoutMs });
  return {
    gateway: at(simulator.url),
    settling: at(settling.url),
    shortTimeoutGateway: at(simulator.url, 300),
    unreachable: at(closed.url),
    tokenOf: (card) => createCardToken(simulator.url, numbers[card]),
    close: async () => {
      await simulator.close();
      await settling.close();
      rmSync(folder, { recursive: true });
    },
  };
}

gatewayContract('Celero', openCelero);

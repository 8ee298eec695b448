import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { signWebhook } from '#server/gateway/celero/webhook.ts';
import { type Ledger, newId } from './ledger.ts';
import { getTransaction, transactionToWire } from './transactions.ts';

/** The wait after each failed try. When a try after the last wait fails too, the webhook is dropped. */
const retryDelaysMs = [1000, 5000, 15_000, 60_000, 300_000, 1_800_000, 7_200_000];
const deliveryRow = z.object({ event_id: z.string(), type: z.string(), transaction_id: z.string(), attempts: z.number() });
type Delivery = z.infer<typeof deliveryRow>;

export type Deliveries = {
  /** Stores a webhook in the same commit as its transaction. It is sent from `dueAt` on, even after a crash. */
  enqueue: (type: string, transactionId: string, dueAt: number) => void;
  wake: () => void;
  close: () => void;
};

type Options = { ledger: Ledger; url: string | null | undefined; secret: string; log: FastifyBaseLogger };

export function startDeliveries({ ledger, url, secret, log }: Options): Deliveries {
  if (!url) return { enqueue: () => {}, wake: () => {}, close: () => {} };
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isSending = false;

  /** Claims the next due webhook and sets its next try first, so that no other process sends it too. */
  function claim(now: number): Delivery | undefined {
    return ledger.atomically(() => {
      const due = ledger.first(
        deliveryRow,
        `SELECT event_id, type, transaction_id, attempts FROM deliveries
         WHERE done_at IS NULL AND due_at <= $now AND attempts <= $most ORDER BY due_at, rowid LIMIT 1`,
        { now, most: retryDelaysMs.length },
      );
      if (due) {
        const nextTry = now + 10_000 + (retryDelaysMs[due.attempts] ?? 0);
        ledger.run('UPDATE deliveries SET attempts = attempts + 1, due_at = $nextTry WHERE event_id = $id', {
          nextTry,
          id: due.event_id,
        });
      }
      return due;
    });
  }

  async function send(
    target: string,
    { event_id: eventId, type, transaction_id: transactionId, attempts }: Delivery,
  ): Promise<void> {
    const now = Date.now();
    const data = transactionToWire(getTransaction(ledger, transactionId), now);
    const event = {
      status: 'success',
      msg: 'success',
      type,
      transaction_id: transactionId,
      action_at: new Date(now).toISOString(),
      data,
    };
    const body = Buffer.from(`${JSON.stringify(event)}\n`);
    const isAccepted = await fetch(target, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(10_000)]),
      headers: { 'content-type': 'application/json', signature: signWebhook(body, secret), 'x-webhook-event-id': eventId },
      body,
    }).then(
      (response) => response.ok,
      () => false,
    );
    if (closing.signal.aborted) return;
    if (isAccepted) ledger.run('UPDATE deliveries SET done_at = $now WHERE event_id = $eventId', { now: Date.now(), eventId });
    else {
      const retryDelayMs = retryDelaysMs[attempts];
      log.warn(
        { eventId, type },
        retryDelayMs === undefined ? 'A webhook was given up' : 'A webhook was not taken and is sent again later',
      );
      if (retryDelayMs !== undefined)
        ledger.run('UPDATE deliveries SET due_at = $at WHERE event_id = $eventId', { at: Date.now() + retryDelayMs, eventId });
    }
  }

  async function sendDue(target: string): Promise<void> {
    for (let due = claim(Date.now()); due && !closing.signal.aborted; due = claim(Date.now())) await send(target, due);
  }

  function schedule(): void {
    if (closing.signal.aborted) return;
    const next = ledger.first(
      z.object({ at: z.number().nullable() }),
      'SELECT min(due_at) AS at FROM deliveries WHERE done_at IS NULL AND attempts <= $most',
      { most: retryDelaysMs.length },
    );
    const waitMs = Math.min(30_000, Math.max(0, (next?.at ?? Number.MAX_SAFE_INTEGER) - Date.now()));
    clearTimeout(timer);
    timer = setTimeout(sendAndReschedule, waitMs).unref();
  }

  function sendAndReschedule(): void {
    if (isSending || !url || closing.signal.aborted) return;
    isSending = true;
    void sendDue(url)
      .catch((error: unknown) => log.error({ err: error }, 'Webhooks could not be sent'))
      .finally(() => {
        isSending = false;
        schedule();
      });
  }

  schedule();
  return {
    enqueue: (type, transactionId, dueAt) => {
      ledger.run('INSERT INTO deliveries (event_id, type, transaction_id, due_at) VALUES ($id, $type, $transactionId, $dueAt)', {
        id: newId(),
        type,
        transactionId,
        dueAt,
      });
    },
    wake: () => {
      if (!isSending) schedule();
    },
    close: () => {
      closing.abort();
      clearTimeout(timer);
    },
  };
}

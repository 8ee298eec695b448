import { GatewayUnavailable, type PaymentGateway } from '#server/gateway/port.ts';

/** A gateway call without an answer. It is unknown whether the call arrived. */
export const silent = () => Promise.reject(new GatewayUnavailable('no answer'));

/** The charge is made, and its answer is lost. */
export const loseAnswer =
  (gateway: PaymentGateway): PaymentGateway['charge'] =>
  (request) =>
    gateway.charge(request).then(silent);

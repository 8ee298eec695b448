import { GatewayUnavailable, type PaymentGateway } from '#server/gateway/port.ts';

/** Rejects like a gateway call without a response, after which it is unknown whether the call arrived. */
export const rejectUnanswered = () => Promise.reject(new GatewayUnavailable('no answer'));

/** Makes the charge and loses the gateway's response. */
export const loseAnswer =
  (gateway: PaymentGateway): PaymentGateway['charge'] =>
  (request) =>
    gateway.charge(request).then(rejectUnanswered);

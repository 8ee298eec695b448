import { GatewayUnavailable, type PaymentGateway } from '#server/gateway/port.ts';

/** Any call of a gateway that does not answer; whether the call arrived nobody knows. */
export const silent = () => Promise.reject(new GatewayUnavailable('no answer'));

/** The charge is made and its answer is lost on the way back. */
export const answerLost =
  (gateway: PaymentGateway): PaymentGateway['charge'] =>
  (request) =>
    gateway.charge(request).then(silent);

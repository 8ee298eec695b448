/**
 * Embeds the gateway's card fields in a page and returns a token for the typed card. It uses the vendor's protocol, so that
 * the vendor's own script can replace it: the page and the frame exchange JSON strings { id, event, data }.
 */
(function () {
  'use strict';
  var script = document.currentScript;
  var home = script && script.src ? script.src.replace(/\/tokenizer\/tokenizer\.js.*$/, '') : '__GATEWAY_URL__';

  function nothing() {}

  class Tokenizer {
    constructor(info) {
      if (!info || typeof info.apikey !== 'string' || info.apikey.indexOf('pub_') !== 0) {
        throw new Error('Tokenizer: apikey must be a public key (pub_…)');
      }
      this.id = String(crypto.getRandomValues(new Uint32Array(4)).join(''));
      this.apikey = info.apikey;
      this.url = (info.url || home).replace(/\/$/, '');
      this.amount = info.amount;
      this.settings = info.settings || {};
      this.onLoad = info.onLoad || nothing;
      this.onPaymentChange = info.onPaymentChange || nothing;
      this.validCard = info.validCard || nothing;
      this.submission = info.submission || nothing;
      this.iframe = this.buildFrame();
      window.addEventListener('message', this.receive.bind(this));
      this.waitForContainer(info.container);
    }

    buildFrame() {
      var self = this;
      var frame = document.createElement('iframe');
      frame.src = this.url + '/api/tokenizer/' + encodeURIComponent(this.apikey);
      frame.title = 'Card details';
      frame.allow = 'payment';
      frame.style.cssText = 'border:0;width:100%;height:150px;display:block;background:transparent';
      frame.addEventListener('load', function () {
        var settings = { id: self.id, apikey: self.apikey, amount: self.amount };
        self.post('setSettings', Object.assign(settings, self.settings));
        self.onLoad();
      });
      return frame;
    }

    waitForContainer(container) {
      var self = this;
      var find = function () {
        return typeof container === 'string' ? document.querySelector(container) : container;
      };
      var found = find();
      if (found) {
        found.appendChild(this.iframe);
        return;
      }
      var watcher = new MutationObserver(function () {
        var late = find();
        if (!late) return;
        watcher.disconnect();
        late.appendChild(self.iframe);
      });
      watcher.observe(document.documentElement, { childList: true, subtree: true });
    }

    post(event, data) {
      var target = this.iframe.contentWindow;
      if (target) target.postMessage(JSON.stringify({ id: this.id, event: event, data: data }), this.origin());
    }

    origin() {
      return new URL(this.url, location.href).origin;
    }

    receive(message) {
      var isFrame = message.source === this.iframe.contentWindow && message.origin === this.origin();
      if (!isFrame || typeof message.data !== 'string') return;
      var told;
      try {
        told = JSON.parse(message.data);
      } catch {
        return;
      }
      if (!told || told.id !== this.id) return;
      if (told.event === 'setHeight') this.iframe.style.height = Number(told.data.height) + 'px';
      else if (told.event === 'submission') this.submission(told.data);
      else if (told.event === 'validCard') this.validCard(told.data);
      else if (told.event === 'onPaymentChange') this.onPaymentChange(told.data.type);
    }

    create() {}
    submit(amount) {
      this.post('submit', { amount: amount || this.amount });
    }
    setError(input) {
      this.post('setError', { input: input });
    }
    setExpDate(value) {
      this.post('setExpDate', { value: value });
    }
    setBilling(address) {
      this.post('setBilling', address);
    }
    setShipping(address) {
      this.post('setShipping', address);
    }
  }

  window.Tokenizer = Tokenizer;
})();

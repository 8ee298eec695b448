(function () {
  'use strict';
  var names = ['cc', 'exp', 'cvv'];
  var inputs = {};
  names.forEach(function (name) {
    inputs[name] = document.getElementById(name);
  });
  var brands = [
    ['visa', 'Visa', /^4/],
    ['amex', 'Amex', /^3[47]/],
    ['mastercard', 'Mastercard', /^(5[1-5]|2[2-7])/],
    ['discover', 'Discover', /^6/],
  ];
  var complaints = {
    cc: 'Enter a valid card number',
    exp: 'Enter a date that has not passed, as MM/YY',
    cvv: 'Enter the code on the card',
  };
  var id = null;
  /** The origin of the page that embeds the fields, taken from its first message. Later messages must have the same origin. */
  var origin = null;
  var wasValid = null;
  var isSending = false;
  var isShown = { cc: true, exp: true, cvv: true };

  function tell(event, data) {
    if (id !== null && window.parent !== window)
      window.parent.postMessage(JSON.stringify({ id: id, event: event, data: data }), origin);
  }

  function digitsOf(name) {
    return inputs[name].value.replace(/\D/g, '');
  }

  function brandOf(number) {
    return brands.find(function (brand) {
      return brand[2].test(number);
    });
  }

  function passesLuhn(number) {
    var sum = 0;
    for (var place = 0; place < number.length; place += 1) {
      var digit = Number(number[number.length - 1 - place]) * (place % 2 ? 2 : 1);
      sum += digit > 9 ? digit - 9 : digit;
    }
    return number.length >= 13 && number.length <= 19 && sum % 10 === 0;
  }

  var isRight = {
    cc: function () {
      return passesLuhn(digitsOf('cc'));
    },
    exp: function () {
      var parts = /^(0[1-9]|1[0-2])\/(?:20)?(\d{2})$/.exec(inputs.exp.value.replace(/\s/g, ''));
      return Boolean(parts) && Date.UTC(2000 + Number(parts[2]), Number(parts[1])) > Date.now();
    },
    cvv: function () {
      var brand = brandOf(digitsOf('cc'));
      return digitsOf('cvv').length === (brand && brand[0] === 'amex' ? 4 : 3);
    },
  };

  function wrongFields() {
    return names.filter(function (name) {
      return isShown[name] && !isRight[name]();
    });
  }

  function complain(name, isWrong) {
    var text = isWrong ? complaints[name] : '';
    var place = document.getElementById(name + '-error');
    if (place.textContent !== text) place.textContent = text;
    if (isWrong) inputs[name].setAttribute('aria-invalid', 'true');
    else inputs[name].removeAttribute('aria-invalid');
    measure();
  }

  var lastHeight = 0;
  function measure() {
    var height = Math.ceil(document.getElementById('card').getBoundingClientRect().height) + 4;
    if (height === lastHeight) return;
    lastHeight = height;
    tell('setHeight', { height: height });
  }

  function tellValidity() {
    var valid = wrongFields().length === 0;
    if (valid === wasValid) return;
    wasValid = valid;
    tell('validCard', { isValid: valid, bin: isRight.cc() ? digitsOf('cc').slice(0, 6) : '' });
  }

  /** Formats the typed digits and keeps the caret behind the same digit. */
  function regroup(input, format) {
    var before = input.value.slice(0, input.selectionStart).replace(/\D/g, '').length;
    var text = format(input.value);
    if (text === input.value) return;
    input.value = text;
    var caret = 0;
    for (var seen = 0; caret < text.length && seen < before; caret += 1) if (/\d/.test(text[caret])) seen += 1;
    if (before > 0 && caret === text.length - 1 && !/\d/.test(text[caret])) caret = text.length;
    input.setSelectionRange(caret, caret);
  }

  function groupNumber(value) {
    var number = value.replace(/\D/g, '').slice(0, 19);
    var brand = brandOf(number);
    if (brand && brand[0] === 'amex')
      return [number.slice(0, 4), number.slice(4, 10), number.slice(10, 15)].filter(Boolean).join(' ');
    return number.replace(/(\d{4})(?=\d)/g, '$1 ');
  }

  function groupDate(value) {
    var digits = value.replace(/\D/g, '');
    if (/^[2-9]/.test(digits)) digits = '0' + digits;
    if (digits.length > 4) digits = digits.slice(0, 2) + digits.slice(4, 6);
    if (digits.length > 2) return digits.slice(0, 2) + '/' + digits.slice(2);
    return value.endsWith('/') && digits.length === 2 ? digits + '/' : digits;
  }

  function send() {
    if (isSending) return;
    var wrong = wrongFields();
    names.forEach(function (name) {
      complain(name, wrong.includes(name));
    });
    if (wrong.length > 0) {
      inputs[wrong[0]].focus();
      tell('submission', { status: 'validation', invalid: wrong });
      return;
    }
    isSending = true;
    fetch(location.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: digitsOf('cc'), exp: inputs.exp.value.replace(/\s/g, ''), cvv: digitsOf('cvv') }),
    })
      .then(function (response) {
        return response.json();
      })
      .then(function (answer) {
        if (answer.status === 'validation') {
          answer.invalid.forEach(function (name) {
            complain(name, true);
          });
        }
        tell('submission', answer.status === 'failed' ? { status: 'error', msg: answer.msg } : answer);
      })
      .catch(function () {
        tell('submission', { status: 'error', msg: 'The payment service can not be reached. Try again.' });
      })
      .finally(function () {
        isSending = false;
      });
  }

  function applySettings(settings) {
    id = settings.id;
    var payment = settings.payment || {};
    if (typeof payment.placeholderCreditCard === 'string') inputs.cc.placeholder = payment.placeholderCreditCard;
    document.body.classList.toggle('quiet-labels', payment.showLabel === false);
    isShown.exp = payment.showExpDate !== false;
    isShown.cvv = payment.showCVV !== false;
    names.forEach(function (name) {
      document.querySelector('[data-field="' + name + '"]').hidden = !isShown[name];
    });
    applyStyles(settings.styles || {});
    lastHeight = 0;
    measure();
    tell('onPaymentChange', { type: 'card' });
    tellValidity();
  }

  /** Applies the styles of the embedding page, such as { input: { 'border-radius': '4px' } }. */
  function applyStyles(styles) {
    var sheet = new CSSStyleSheet();
    Object.keys(styles).forEach(function (selector) {
      try {
        var rule = sheet.cssRules[sheet.insertRule(selector + ' {}', sheet.cssRules.length)];
        Object.keys(styles[selector]).forEach(function (property) {
          rule.style.setProperty(property, String(styles[selector][property]));
        });
      } catch {
        // The browser does not support this selector, so its styles are ignored.
      }
    });
    document.adoptedStyleSheets = [sheet];
  }

  window.addEventListener('message', function (message) {
    if (message.source !== window.parent || typeof message.data !== 'string') return;
    if (origin !== null && message.origin !== origin) return;
    var told;
    try {
      told = JSON.parse(message.data);
    } catch {
      return;
    }
    if (!told || !told.data || (id !== null && told.id !== id)) return;
    origin = message.origin;
    if (told.event === 'setSettings') applySettings(told.data);
    else if (told.event === 'submit') send();
    else if (told.event === 'setError' && names.includes(told.data.input)) complain(told.data.input, true);
    else if (told.event === 'setExpDate') inputs.exp.value = groupDate(String(told.data.value));
  });

  inputs.cc.addEventListener('input', function () {
    regroup(inputs.cc, groupNumber);
    var brand = brandOf(digitsOf('cc'));
    document.getElementById('brand').textContent = brand ? brand[1] : '';
  });
  inputs.exp.addEventListener('input', function (event) {
    if (!(event.inputType || '').startsWith('delete')) regroup(inputs.exp, groupDate);
  });
  names.forEach(function (name) {
    inputs[name].addEventListener('input', function () {
      if (isRight[name]()) complain(name, false);
      tellValidity();
    });
    inputs[name].addEventListener('blur', function () {
      complain(name, inputs[name].value !== '' && !isRight[name]());
    });
  });
  document.getElementById('card').addEventListener('submit', function (event) {
    event.preventDefault();
    send();
  });
  new ResizeObserver(measure).observe(document.getElementById('card'));
})();

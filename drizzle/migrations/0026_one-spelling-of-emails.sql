-- Domains of email addresses get the form for programs, in which new ones are stored: `пример.рф` → `xn--e1afmkfd.xn--p1ai`.
CREATE OR REPLACE FUNCTION pg_temp.ascii_label(label text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  -- Punycode (RFC 3492).
  codes int[] := array(SELECT ascii(sign) FROM regexp_split_to_table(label, '') WITH ORDINALITY AS signs (sign, place) ORDER BY place);
  digits text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  result text := regexp_replace(label, '[^\u0001-\u007f]', '', 'g');
  basic int := length(result);
  handled int := basic;
  n int := 128;
  delta int := 0;
  bias int := 72;
  code int;
  next_code int;
  q int;
  k int;
  t int;
BEGIN
  IF basic = length(label) THEN RETURN label; END IF;
  IF basic > 0 THEN result := result || '-'; END IF;
  WHILE handled < length(label) LOOP
    SELECT min(one) INTO next_code FROM unnest(codes) AS one WHERE one >= n;
    delta := delta + (next_code - n) * (handled + 1);
    n := next_code;
    FOREACH code IN ARRAY codes LOOP
      IF code < n THEN delta := delta + 1; END IF;
      CONTINUE WHEN code <> n;
      q := delta;
      k := 36;
      LOOP
        t := least(greatest(k - bias, 1), 26);
        EXIT WHEN q < t;
        result := result || substr(digits, t + (q - t) % (36 - t) + 1, 1);
        q := (q - t) / (36 - t);
        k := k + 36;
      END LOOP;
      result := result || substr(digits, q + 1, 1);
      delta := CASE WHEN handled = basic THEN delta / 700 ELSE delta / 2 END;
      delta := delta + delta / (handled + 1);
      k := 0;
      WHILE delta > 455 LOOP
        delta := delta / 35;
        k := k + 36;
      END LOOP;
      bias := k + 36 * delta / (delta + 38);
      delta := 0;
      handled := handled + 1;
    END LOOP;
    delta := delta + 1;
    n := n + 1;
  END LOOP;
  RETURN 'xn--' || result;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION pg_temp.one_spelling(email text) RETURNS text LANGUAGE sql AS $$
  SELECT (
    -- Letters of ordinary width.
    SELECT string_agg(CASE WHEN ascii(sign) BETWEEN 65281 AND 65374 THEN chr(ascii(sign) - 65248) ELSE sign END, '' ORDER BY place)
    FROM regexp_split_to_table(normalize(split_part(email, '@', 1), NFC), '') WITH ORDINALITY AS signs (sign, place)
  ) || '@' || string_agg(pg_temp.ascii_label(label), '.' ORDER BY place)
  FROM regexp_split_to_table(normalize(lower(normalize(split_part(email, '@', 2), NFKC)), NFKC), '[.\u3002]')
    WITH ORDINALITY AS labels (label, place)
$$;
--> statement-breakpoint
-- If two accounts or invitations have the same mailbox, both keep their addresses, and a person decides.
UPDATE users SET email = pg_temp.one_spelling(email)
WHERE email ~ '[^\u0001-\u007f]' AND (
  SELECT count(*) FROM users other WHERE lower(pg_temp.one_spelling(other.email)) = lower(pg_temp.one_spelling(users.email))) = 1;
--> statement-breakpoint
UPDATE invitations SET email = pg_temp.one_spelling(email)
WHERE email ~ '[^\u0001-\u007f]' AND (
  SELECT count(*) FROM invitations other WHERE other.inviter_id = invitations.inviter_id
    AND lower(pg_temp.one_spelling(other.email)) = lower(pg_temp.one_spelling(invitations.email))) = 1;
--> statement-breakpoint
UPDATE companies SET email = pg_temp.one_spelling(email) WHERE email ~ '[^\u0001-\u007f]';
--> statement-breakpoint
UPDATE companies SET email_to_verify = pg_temp.one_spelling(email_to_verify) WHERE email_to_verify ~ '[^\u0001-\u007f]';
--> statement-breakpoint
UPDATE users SET email_to_verify = pg_temp.one_spelling(email_to_verify) WHERE email_to_verify ~ '[^\u0001-\u007f]';
--> statement-breakpoint
UPDATE company_invitations SET email = pg_temp.one_spelling(email) WHERE email ~ '[^\u0001-\u007f]';
--> statement-breakpoint
UPDATE applications SET email = pg_temp.one_spelling(email) WHERE email ~ '[^\u0001-\u007f]';

import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

/** The form of what is stored: AES-256-GCM, then nonce, tag and text in base64url. A later form gets a new prefix. */
const prefix = "v1.";
const nonceBytes = 12;
const tagBytes = 16;

function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "worth", "provider-keys-1", 32));
}

/** Encrypts a provider's key. @param secret the environment's ENCRYPTION_KEY unless given */
export function encryptKey(plain: string, secret: string = env().ENCRYPTION_KEY): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyFrom(secret), nonce);
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return prefix + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
}

/** @throws AppError conflict when the key was stored under another ENCRYPTION_KEY, or is damaged */
export function decryptKey(cipherText: string, secret: string = env().ENCRYPTION_KEY): string {
  try {
    if (!cipherText.startsWith(prefix)) throw new Error("unknown form");
    const bytes = Buffer.from(cipherText.slice(prefix.length), "base64url");
    const decipher = createDecipheriv("aes-256-gcm", keyFrom(secret), bytes.subarray(0, nonceBytes));
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new AppError(
      "conflict",
      "The connection's key cannot be read with this server's encryption key. Enter the key again.",
      { cause },
    );
  }
}

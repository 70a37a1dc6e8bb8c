# The same computation by numpy and scikit-learn, for the bench of the movement analysis: steps, speeds, turning, sun, time weights,
# residence cells, MCP, binned kernel density with two isopleths, DBSCAN. Reads columns of doubles: movement.py DIRECTORY MEGABYTES
import json, os, resource, sys, time
import numpy as np
from scipy.spatial import ConvexHull
from sklearn.cluster import DBSCAN

resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]) << 20, int(sys.argv[2]) << 20))
R = 6371008.8
read = lambda name: np.fromfile(os.path.join(sys.argv[1], name))
subject, ms, lon, lat = (read(name) for name in ("subject", "time", "lon", "lat"))


def haversine(lon1, lat1, lon2, lat2):
    h = np.sin((lat2 - lat1) / 2) ** 2 + np.cos(lat1) * np.cos(lat2) * np.sin((lon2 - lon1) / 2) ** 2
    return 2 * R * np.arcsin(np.sqrt(h))


def sun(t, lo, la):
    d = t / 86400000.0 - 10957.5
    g = np.radians(357.529 + 0.98560028 * d)
    q = 280.459 + 0.98564736 * d
    l = np.radians(q + 1.915 * np.sin(g) + 0.020 * np.sin(2 * g))
    e = np.radians(23.439 - 0.00000036 * d)
    ra, dec = np.arctan2(np.cos(e) * np.sin(l), np.cos(l)), np.arcsin(np.sin(e) * np.sin(l))
    hour = np.radians(280.46061837 + 360.98564736629 * d) + lo - ra
    return np.degrees(np.arcsin(np.sin(la) * np.sin(dec) + np.cos(la) * np.cos(dec) * np.cos(hour)))


def kernel(x, y, cells=250):
    h = np.sqrt((x.var(ddof=1) + y.var(ddof=1)) / 2) * len(x) ** (-1 / 6)
    side = max(np.ptp(x), np.ptp(y)) + 6 * h
    side /= cells
    grid, _, _ = np.histogram2d(x, y, bins=[np.arange(x.min() - 3 * h, x.max() + 3 * h + side, side), np.arange(y.min() - 3 * h, y.max() + 3 * h + side, side)])
    reach = int(np.ceil(4 * h / side))
    taps = np.exp(-0.5 * (np.arange(-reach, reach + 1) * side / h) ** 2)
    for axis in (0, 1):
        grid = np.apply_along_axis(lambda line: np.convolve(line, taps, mode="same"), axis, grid)
    held = np.cumsum(np.sort(grid.ravel())[::-1])
    return [float((np.searchsorted(held, level * held[-1]) + 1) * side * side / 10000) for level in (0.5, 0.95)]


began = time.perf_counter()
clustering = 0.0
clusters = 0
for who in np.unique(subject):
    of = subject == who
    t, lo, la = ms[of], np.radians(lon[of]), np.radians(lat[of])
    length, seconds = haversine(lo[:-1], la[:-1], lo[1:], la[1:]), np.diff(t) / 1000
    speed = (length / seconds)[seconds <= 14400]
    np.percentile(speed, [50, 95])
    bearing = np.arctan2(np.sin(np.diff(lo)) * np.cos(la[1:]), np.cos(la[:-1]) * np.sin(la[1:]) - np.sin(la[:-1]) * np.cos(la[1:]) * np.cos(np.diff(lo)))
    np.histogram((np.diff(bearing) + np.pi) % (2 * np.pi), bins=16)
    np.digitize(sun(t, lo, la), [-6, -0.833])
    x, y = R * (lo - lo.mean()) * np.cos(la.mean()), R * (la - la.mean())
    half = np.minimum(seconds, 14400) / 2
    weight = np.concatenate([half, [0]]) + np.concatenate([[0], half])
    cell = np.floor(x / 100) * 4294967296 + np.floor(y / 100)
    _, index = np.unique(cell, return_inverse=True)
    np.sort(np.bincount(index, weight))
    away = np.hypot(x - x.mean(), y - y.mean())
    near = away <= np.quantile(away, 0.95)
    ConvexHull(np.column_stack([x[near], y[near]]))
    kernel(x, y)
    before = time.perf_counter()
    clusters += DBSCAN(eps=100 / R, min_samples=5, metric="haversine").fit(np.column_stack([la, lo])).labels_.max() + 1
    clustering += time.perf_counter() - before
print(json.dumps({"seconds": time.perf_counter() - began, "dbscan": clustering, "clusters": int(clusters), "peakMb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
